import { enliven } from '../../live/enliven.tsx';
import { AccountPage } from './page.tsx';

enliven(AccountPage);
