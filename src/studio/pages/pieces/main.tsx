import { Frame } from '../../frame/frame.tsx';
import { enliven } from '../../live/live.tsx';
import { PiecesPage } from './page.tsx';

enliven(PiecesPage, Frame);
