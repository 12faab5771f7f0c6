import { Frame } from '../../frame/frame.tsx';
import { enliven } from '../../live/live.tsx';
import { RehearsalPage } from './page.tsx';

enliven(RehearsalPage, Frame);
