import { enliven } from '../../live/enliven.tsx';
import { JournalPage } from './page.tsx';

enliven(JournalPage);
