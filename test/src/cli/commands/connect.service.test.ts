import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../../../src/cli/commands/connect.ts';
import { list } from '../../../../src/cli/commands/list.ts';
import { type Client, createClient } from '../../../support/client.ts';
import { createKey, sharedProgram, type TestProgram } from '../../../support/program.ts';
import { createThemeAuthor } from '../../../support/theme-author.ts';

let vitrine: TestProgram;
let client: Client;
beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
});
afterAll(() => vitrine.close());

const KEY = 'svc_0123456789012345678901234567890123456789012';

it('connexion keeps a key only once the service has taken it; what the service refuses is told with what to do', async () => {
  const config = await mkdtemp(join(tmpdir(), 'vitrine-config-'));
  const adresse = `http://127.0.0.1:${vitrine.port}`;
  const author = (key: string) => createThemeAuthor({ XDG_CONFIG_HOME: config, ENTREE: `${key}\n` });
  const wrong = await (await author(KEY)).run((context) => connect(context, { adresse, cle: '-' }));
  expect(wrong.refusal).toMatchObject({ code: 'unauthorized', exit: 1 });
  expect(wrong.said).toContain('Créez une clé dans le tableau de bord');
  expect(await readdir(config)).toEqual([]);
  expect((await (await author(KEY)).run((context) => connect(context, { adresse, cle: KEY }))).refusal?.exit).toBe(2);

  const key = await createKey(vitrine.databaseUrl, client.tenant.accountId, { scope: 'lecture' });
  const lea = await author(key);
  expect((await lea.run((context) => connect(context, { adresse, cle: '-' }))).refusal).toBe(null);
  expect((await lea.run((context) => list(context, {}))).said).toContain('Aucun thème');

  const id = await client.install();
  await client.sql('UPDATE themes SET nom = $2 WHERE id = $1', [id, 'A\u001b[2J\nB']);
  const listed = await lea.run((context) => list(context, { site: client.tenant.slug }));
  expect(listed.said).toContain(`${id.slice(0, 8)}  brouillon  A␛[2J␊B`);
  expect(listed.result).toMatchObject({ themes: [{ id, role: 'brouillon' }] });
  expect((await lea.run((context) => list(context, { site: 'inconnu' }))).refusal?.code).toBe('site_interdit');
});
