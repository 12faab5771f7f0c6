import { enliven } from '../../live/enliven.tsx';
import { MembersPage } from './page.tsx';

enliven(MembersPage);
