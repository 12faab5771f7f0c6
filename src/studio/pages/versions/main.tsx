import { enliven } from '../../live/live.tsx';
import { VersionsPage } from './page.tsx';

enliven(VersionsPage);
