import { enliven } from '../../live/enliven.tsx';
import { SitePage } from './page.tsx';

enliven(SitePage);
