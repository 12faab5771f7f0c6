import { enliven } from '../../live/enliven.tsx';
import { RequestsPage } from './page.tsx';

enliven(RequestsPage);
