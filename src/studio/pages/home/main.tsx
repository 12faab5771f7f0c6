import { enliven } from '../../live/enliven.tsx';
import { HomePage } from './page.tsx';

enliven(HomePage);
