import { Frame } from '../../frame/frame.tsx';
import { enliven } from '../../live/live.tsx';
import { AccountPage } from './page.tsx';

enliven(AccountPage, Frame);
