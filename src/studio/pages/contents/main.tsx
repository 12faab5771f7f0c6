import { enliven } from '../../live/enliven.tsx';
import { ContentsPage } from './page.tsx';

enliven(ContentsPage);
