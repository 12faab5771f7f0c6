import { enliven } from '../../live/enliven.tsx';
import { MediasPage } from './page.tsx';

enliven(MediasPage);
