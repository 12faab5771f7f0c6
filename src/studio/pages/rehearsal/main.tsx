import { enliven } from '../../live/enliven.tsx';
import { RehearsalPage } from './page.tsx';

enliven(RehearsalPage);
