import { expect, it } from 'vitest';
import { removeEndedLinks } from '../../../src/storage/ended-links.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';
import { createTenant } from '../../support/program.ts';

it('links go when they are over, invitations a month later', async () => {
  const url = await freshDatabase();
  const service = openPools(url, 'vitrine_service');
  const { siteId, accountId } = await createTenant(url);
  for (const [email, days] of [
    ['attend@exemple.fr', 1],
    ['finie@exemple.fr', -29],
    ['oubliee@exemple.fr', -31],
  ] as const) {
    await query(
      url,
      `INSERT INTO invitations (site_id, email, role, expire_le) VALUES ($1, $2, 'lecteur', now() + make_interval(days => $3))`,
      [siteId, email, days],
    );
    await query(
      url,
      `INSERT INTO liens (empreinte, genre, compte_id, envoye_a, expire_le)
       VALUES (encode(sha256($2::text::bytea), 'hex'), 'confirmation', $1, $2::text, now() + make_interval(days => $3))`,
      [accountId, email, days],
    );
  }
  expect(await removeEndedLinks(service)).toBe(false);
  const left = async (text: string) => (await query(url, text)).rows.map(({ a }) => a);
  expect(await left('SELECT email AS a FROM invitations ORDER BY email')).toEqual([
    'attend@exemple.fr',
    'finie@exemple.fr',
  ]);
  expect(await left('SELECT envoye_a AS a FROM liens')).toEqual(['attend@exemple.fr']);
  await service.end();
});
