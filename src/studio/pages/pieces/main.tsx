import { enliven } from '../../live/enliven.tsx';
import { PiecesPage } from './page.tsx';

enliven(PiecesPage);
