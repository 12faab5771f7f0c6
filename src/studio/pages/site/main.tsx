import { enliven } from '../../live/live.tsx';
import { SitePage } from './page.tsx';

enliven(SitePage);
