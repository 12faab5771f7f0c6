import { Frame } from '../../frame/frame.tsx';
import { enliven } from '../../live/live.tsx';
import { HomePage } from './page.tsx';

enliven(HomePage, Frame);
