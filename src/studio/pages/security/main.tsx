import { enliven } from '../../live/enliven.tsx';
import { SecurityPage } from './page.tsx';

enliven(SecurityPage);
