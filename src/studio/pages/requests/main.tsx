import { Frame } from '../../frame/frame.tsx';
import { enliven } from '../../live/live.tsx';
import { RequestsPage } from './page.tsx';

enliven(RequestsPage, Frame);
