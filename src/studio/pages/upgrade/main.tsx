import { enliven } from '../../live/enliven.tsx';
import { UpgradePage } from './page.tsx';

enliven(UpgradePage);
