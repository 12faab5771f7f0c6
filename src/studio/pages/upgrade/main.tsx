import { Frame } from '../../frame/frame.tsx';
import { enliven } from '../../live/live.tsx';
import { UpgradePage } from './page.tsx';

enliven(UpgradePage, Frame);
