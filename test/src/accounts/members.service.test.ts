import { beforeAll, expect, it } from 'vitest';
import { changeMember } from '../../../src/accounts/members.ts';
import { OPERATOR } from '../../../src/journal/doers.ts';
import { FOR_GOOD } from '../../../src/storage/backing.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { countOwners } from '../../../src/storage/members.ts';
import { transaction } from '../../../src/storage/transaction.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { createTenant, type Tenant } from '../../support/program.ts';

let url: string;
beforeAll(async () => {
  url = await freshDatabase();
});

const OWNERS = 6;

it.each([
  null,
  'editeur',
  'lecteur',
] as const)('a site keeps its last owner when all of them lose their role to %s at once', async (role) => {
  const site = await createTenant(url);
  const others = await Promise.all(Array.from({ length: OWNERS - 1 }, () => createTenant(url)));
  const owners: Tenant[] = [site, ...others];
  for (const { accountId } of others) {
    await query(url, 'INSERT INTO membres (site_id, compte_id) VALUES ($1, $2)', [site.siteId, accountId]);
  }
  const outcomes = await Promise.all(
    owners.map(({ accountId }) =>
      withConnection('DATABASE_URL', url, (client) =>
        transaction(client, () => changeMember(client, site.siteId, accountId, role, OPERATOR, FOR_GOOD)),
      ),
    ),
  );
  expect(outcomes.sort()).toEqual([...Array(OWNERS - 1).fill('done'), 'last-owner']);
  expect(await withConnection('DATABASE_URL', url, (client) => countOwners(client, site.siteId))).toBe(1);
});
