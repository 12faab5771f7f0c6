/** The script of the studio's pages without an editor: each part makes work what it finds in the page. */
import { enableAccount } from './account.ts';
import { region } from './announce.ts';
import { enableImport } from './import.ts';
import { enableKeys } from './keys.ts';
import { enableRehearsal } from './rehearsal/rehearsal.ts';
import { enableSitesFilter } from './sites-menu.ts';
import { enableSitePage } from './theme-actions.ts';
import { showLocalTimes } from './times.ts';
import { enableUpgrade } from './upgrade.ts';

region();
showLocalTimes();
enableSitesFilter();
const siteId = enableSitePage();
if (siteId !== null) enableImport(siteId);
if (document.getElementById('cles')) enableKeys();
enableAccount();
enableUpgrade();
enableRehearsal();
