import { enliven } from '../../live/live.tsx';
import { AccountPage } from './page.tsx';

enliven(AccountPage);
