import { enliven } from '../../live/enliven.tsx';
import { NewSitePage } from './page.tsx';

enliven(NewSitePage);
