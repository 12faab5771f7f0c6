import { enliven } from '../../live/enliven.tsx';
import { RedirectsPage } from './page.tsx';

enliven(RedirectsPage);
