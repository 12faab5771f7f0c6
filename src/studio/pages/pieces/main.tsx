import { enliven } from '../../live/live.tsx';
import { PiecesPage } from './page.tsx';

enliven(PiecesPage);
