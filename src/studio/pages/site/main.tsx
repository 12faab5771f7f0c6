import { Frame } from '../../frame/frame.tsx';
import { enliven } from '../../live/live.tsx';
import { SitePage } from './page.tsx';

enliven(SitePage, Frame);
