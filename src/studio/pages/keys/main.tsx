import { enliven } from '../../live/enliven.tsx';
import { KeysPage } from './page.tsx';

enliven(KeysPage);
