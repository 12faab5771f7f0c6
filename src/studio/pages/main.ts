/** The script of the studio's pages without an editor: each function below enables what it finds in the page. */
import { announce, region } from './announce.ts';
import { askAgain, watchPresses } from './asked-again.ts';
import { enableSitesFilter } from './sites-menu.ts';
import { showLocalTimes } from './times.ts';

region();
watchPresses();
showLocalTimes();
enableSitesFilter();
if (!askAgain()) announce('Ce que vous aviez demandé ne peut plus se faire ici.');
