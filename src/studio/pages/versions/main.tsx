import { enlivenAlone } from '../../live/live.tsx';
import { VersionsPage } from './page.tsx';

enlivenAlone(VersionsPage);
