import { expect, it } from 'vitest';
import { insertAccount } from '../../../src/storage/accounts.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { insertSite } from '../../../src/storage/sites.ts';
import { removeUnusedAccounts } from '../../../src/storage/unused-accounts.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';

it('an account that nobody went on with goes after a week; one with a confirmed address or a site stays', async () => {
  const url = await freshDatabase();
  const service = openPools(url, 'vitrine_service');
  await withConnection('DATABASE_URL', url, async (client) => {
    const add = (email: string, isConfirmed: boolean) =>
      insertAccount(client, { email, passwordHash: '-', type: 'client', isConfirmed });
    await add('confirme@exemple.fr', true);
    await add('parti@exemple.fr', false);
    const owner = await add('site@exemple.fr', false);
    await insertSite(client, { slug: 'un', name: 'Un', state: 'essai', ownerId: String(owner?.id) });
    await client.query("UPDATE comptes SET cree_le = now() - interval '8 days'");
    await add('nouveau@exemple.fr', false);
  });
  expect(await removeUnusedAccounts(service)).toBe(false);
  const { rows } = await query(url, 'SELECT email FROM comptes ORDER BY email');
  expect(rows.map(({ email }) => email)).toEqual(['confirme@exemple.fr', 'nouveau@exemple.fr', 'site@exemple.fr']);
  await service.end();
});
