import { Frame } from '../../frame/frame.tsx';
import { enliven } from '../../live/live.tsx';
import { KeysPage } from './page.tsx';

enliven(KeysPage, Frame);
