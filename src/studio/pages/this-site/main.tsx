import { enliven } from '../../live/enliven.tsx';
import { ThisSitePage } from './page.tsx';

enliven(ThisSitePage);
