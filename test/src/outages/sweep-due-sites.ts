/** One round of the deletions of an upkeep, to be killed. Arguments: address of the database, data folder. */
import { deleteNextDueSite } from '../../../src/accounts/due-sites.ts';
import { openMediaFiles } from '../../../src/media/store/open-store.ts';
import { openRolePools } from '../../../src/storage/role-pools.ts';

const [url = '', dataDir = ''] = process.argv.slice(2);
const service = openRolePools(url, 'vitrine_service');
const { store } = await openMediaFiles({ dataDir, mediaBucket: undefined });
const log = {
  warn: (details: object) => {
    throw new Error(JSON.stringify(details));
  },
};
for (let after: string | null = ''; after !== null; ) {
  after = await deleteNextDueSite({ service, store, witness: undefined, log }, after);
}
await service.end();
