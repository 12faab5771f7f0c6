import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { IMPORT_PATH, storedIn } from '../../support/imports.ts';
import {
  createKey,
  createTenant,
  MINIMAL_THEME,
  sharedProgram,
  type Tenant,
  type TestProgram,
} from '../../support/program.ts';
import { refuseRows } from '../../support/refused-rows.ts';
import { ARCHIVE, archive, FAULTS } from '../themes/archives.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let vitrine: TestProgram;
let tenant: Tenant;

beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
});
afterAll(() => vitrine.close());

const importArchive = (body: unknown, more: Partial<Parameters<TestProgram['ask']>[0]> = {}) =>
  vitrine.ask({ method: 'POST', path: IMPORT_PATH, key: tenant.key, body, ...more });
const exportTheme = (id: string, more: Partial<Parameters<TestProgram['ask']>[0]> = {}) =>
  vitrine.ask({ path: `/api/themes/${id}/export`, key: tenant.key, ...more });
const refusal = async (answer: ReturnType<typeof importArchive>) => {
  const { status, json } = await answer;
  return [status, json().error];
};
const stored = () => storedIn(vitrine.databaseUrl);

describe('importing an archive', () => {
  it('makes a draft without origin, its name trimmed, beside the themes that are there', async () => {
    const answer = await importArchive({ ...ARCHIVE, nom: '  Le mien ' });
    expect([answer.status, answer.json()]).toEqual([201, { ok: true, themeId: expect.stringMatching(UUID) }]);
    const { themeId } = answer.json();
    const { themes } = (await vitrine.ask({ path: '/api/themes', key: tenant.key })).json();
    expect(themes.find(({ id }: { id: string }) => id === themeId)).toMatchObject({
      nom: 'Le mien',
      version: '2.1.0',
      role: 'brouillon',
      origine: null,
    });
    const again = await importArchive(ARCHIVE);
    expect([again.status, again.json().themeId === themeId]).toEqual([201, false]);
  });

  it.each(FAULTS)('$code: $what, nothing written', async ({ code, spoil }) => {
    const body = archive();
    spoil(body);
    const before = await stored();
    expect(await refusal(importArchive(body))).toEqual([400, code]);
    expect(await stored()).toEqual(before);
  });

  it('Liquid syntax is not checked', async () => {
    const fichiers = { ...MINIMAL_THEME, 'sections/texte.liquid': '{% if %}', 'config/a.json': '{' };
    expect((await importArchive({ ...ARCHIVE, fichiers })).status).toBe(201);
  });

  it('site_inactif: an inactive site, before the body is judged', async () => {
    const other = await createTenant(vitrine.databaseUrl, { state: 'expire' });
    const answer = await importArchive('nimporte', { key: other.key });
    expect([answer.status, answer.json()]).toMatchObject([402, { error: 'site_inactif', etat: 'expire' }]);
  });

  it('portee_insuffisante: a key of scope lecture', async () => {
    const key = await createKey(vitrine.databaseUrl, tenant.accountId, { scope: 'lecture' });
    expect(await refusal(importArchive(ARCHIVE, { key }))).toEqual([403, 'portee_insuffisante']);
  });

  it('invalid_input: a body that is absent, empty or not JSON by its type', async () => {
    expect(await refusal(importArchive(undefined))).toEqual([400, 'invalid_input']);
    expect(await refusal(importArchive(''))).toEqual([400, 'invalid_input']);
    const headers = { 'content-type': 'text/plain' };
    expect(await refusal(importArchive(JSON.stringify(ARCHIVE), { headers }))).toEqual([400, 'invalid_input']);
  });

  it('invalid_input: bytes that are no UTF-8', async () => {
    const before = await stored();
    const body = Buffer.from(JSON.stringify(ARCHIVE).replace('bonjour', 'bonj\u00ffur'), 'latin1');
    expect(await refusal(importArchive(body))).toEqual([400, 'invalid_input']);
    expect(await stored()).toEqual(before);
  });
});

describe('what cannot be written', () => {
  it.each([
    ['themes', 'creation_impossible'],
    ['fichiers', 'ecriture_impossible'],
  ])('a row of %s: 400 %s, and nothing is left', async (table, code) => {
    const before = await stored();
    const allow = await refuseRows(vitrine.databaseUrl, table);
    expect(await refusal(importArchive(ARCHIVE))).toEqual([400, code]);
    await allow();
    expect(await stored()).toEqual(before);
    expect((await importArchive(ARCHIVE)).status).toBe(201);
  });
});

describe('exporting a theme', () => {
  const imported = async (body: object = ARCHIVE): Promise<string> => (await importArchive(body)).json().themeId;

  it('gives the archive with its headers, the fields in order and the files in path order', async () => {
    const answer = await exportTheme(await imported());
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="essai-2.1.0.json"',
      'cache-control': 'no-store',
      'content-length': String(Buffer.byteLength(answer.text)),
    });
    const body = answer.json();
    expect(body).toEqual({ ...ARCHIVE, origine: null, exporte_le: expect.any(String) });
    expect(new Date(body.exporte_le).toISOString()).toBe(body.exporte_le);
    expect(Object.keys(body)).toEqual(Object.keys(ARCHIVE));
    expect(Object.keys(body.fichiers)).toEqual(Object.keys(MINIMAL_THEME).sort());
  });

  it('tells the catalog theme that it comes from; all of its files come back', async () => {
    const installation = { action: 'installer', origine: 'origo' };
    const { key } = tenant;
    const { themeId } = (await vitrine.ask({ method: 'POST', path: '/api/themes', key, body: installation })).json();
    const { origine, fichiers } = (await exportTheme(themeId)).json();
    expect(origine).toBe('origo');
    const copy = await imported((await exportTheme(themeId)).json());
    expect((await exportTheme(copy)).json()).toMatchObject({ origine: null, fichiers });
    const tree = (await vitrine.ask({ path: `/api/themes/${themeId}/fichiers`, key })).json();
    expect(Object.keys(fichiers)).toEqual(tree.fichiers.map(({ chemin }: { chemin: string }) => chemin));
    expect(fichiers).toHaveProperty(['config/settings_data.json']);
  });

  it('every character comes back', async () => {
    const units = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code + 1)).join('');
    const content = `${units}\u2028\u2029\ufeff\ufffd\uffff😀"\\\\u0000</script>`;
    const fichiers = { ...MINIMAL_THEME, 'assets/tout.css': content };
    const nom = 'É "\\\u0001 😀';
    const body = (await exportTheme(await imported({ ...ARCHIVE, nom, fichiers }))).json();
    expect([body.nom, body.fichiers]).toEqual([nom, fichiers]);
  });

  it('a theme without files', async () => {
    const id = await imported();
    await query(vitrine.databaseUrl, 'DELETE FROM fichiers WHERE theme_id = $1', [id]);
    expect((await exportTheme(id)).json().fichiers).toEqual({});
  });

  it('no header comes out of a name or a version', async () => {
    const answer = await exportTheme(await imported({ ...ARCHIVE, nom: 'a"\r\nX: é', version: '1;"\r\n😀' }));
    expect(answer.headers['content-disposition']).toBe('attachment; filename="a-x-e-1-----.json"');
    expect(answer.json()).toMatchObject({ nom: 'a"\r\nX: é', version: '1;"\r\n😀' });
  });

  it('HEAD tells the headers alone', async () => {
    const id = await imported();
    const [head, whole] = [await exportTheme(id, { method: 'HEAD' }), await exportTheme(id)];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-disposition', 'content-length', 'cache-control']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });

  it('a key of scope lecture, an inactive site: reading stays open', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const { themeId } = (await importArchive(ARCHIVE, { key: other.key })).json();
    await query(vitrine.databaseUrl, 'UPDATE sites SET suspendu = true WHERE id = $1', [other.siteId]);
    const key = await createKey(vitrine.databaseUrl, other.accountId, { scope: 'lecture' });
    expect((await exportTheme(themeId, { key })).status).toBe(200);
    expect(await refusal(exportTheme(themeId))).toEqual([404, 'introuvable']);
  });

  it.each(['12345678', '00000000-0000-4000-8000-000000000000'])('theme %s: 404 introuvable', async (id) => {
    expect(await refusal(exportTheme(id))).toEqual([404, 'introuvable']);
  });
});
