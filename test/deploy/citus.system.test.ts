import { expect, it } from 'vitest';
import { CITUS_URL } from '../support/citus.ts';
import { createClient } from '../support/client.ts';
import { freshDatabase, query } from '../support/database.ts';
import { type Need, needs } from '../support/needs.ts';
import { adminJson, runAdminApart } from '../support/operator.ts';
import { createTenant, startTestProgram } from '../support/program.ts';

/** Debian has no package of it. */
const CITUS: Need = { name: 'Citus', how: 'CITUS_URL names a server with it', isThere: CITUS_URL !== null };

it('a filled database is distributed, once by two who do it at the same time', needs(CITUS), async () => {
  const url = await freshDatabase({ migrated: false });
  const before = await startTestProgram({}, { databaseUrl: url });
  const client = await createClient(before);
  const id = await client.install();
  await client.publish(id);
  const page = async (program: typeof before) => (await program.ask({ host: `${client.tenant.slug}.localhost` })).text;
  const [text, files] = [await page(before), await client.stored(id)];
  expect(text).toContain('Dessiné et fabriqué à Angers');
  await before.close();

  await query(url, 'CREATE EXTENSION citus');
  const outcomes = await Promise.all([1, 2].map(() => runAdminApart(url, ['base', 'distribuer'])));
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  expect(await adminJson(url, 'base', 'distribuer', '--fragments', '4')).toEqual({ ok: true });
  const { rows } = await query(
    url,
    `SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'site_id' AND relkind = 'r'
     WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM citus_tables WHERE table_name = pg_class.oid)`,
  );
  expect(rows).toEqual([]);

  expect(await client.stored(id)).toEqual(files);
  const after = await startTestProgram({}, { databaseUrl: url });
  const lasting = (html: string) => html.replace(/nonce="[^"]*"|value="\d{13}"/g, '');
  expect(lasting(await page(after))).toBe(lasting(text));
  await createTenant(url);
  await after.close();
});
