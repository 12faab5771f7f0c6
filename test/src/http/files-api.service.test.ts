import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';

let vitrine: TestProgram;
let tenant: Tenant;
let themeId: string;

beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  themeId = await install();
});
afterAll(() => vitrine.close());

async function install(key = tenant.key): Promise<string> {
  const body = { action: 'installer', origine: 'origo' };
  return (await vitrine.ask({ method: 'POST', path: '/api/themes', key, body })).json().themeId;
}

const files = (question: Partial<Parameters<TestProgram['ask']>[0]> & { query?: string; id?: string } = {}) =>
  vitrine.ask({
    path: `/api/themes/${question.id ?? themeId}/fichiers${question.query ?? ''}`,
    key: tenant.key,
    ...question,
  });
const put = (chemin: unknown, contenu: unknown, more: object = {}) =>
  files({ method: 'PUT', body: { chemin, contenu, ...more } });
const read = async (chemin: string) => (await files({ query: `?chemin=${encodeURIComponent(chemin)}` })).json().fichier;
const themeUpdatedAt = async (): Promise<string> =>
  (await query(vitrine.databaseUrl, 'SELECT maj_le::text AS v FROM themes WHERE id = $1', [themeId])).rows[0].v;

describe('reading files', () => {
  it('the tree: sorted paths with size and fingerprint, without content', async () => {
    await put('assets/accents.css', '/* é€ */');
    const { theme, fichiers } = (await files()).json();
    expect(theme).toEqual({ id: themeId, nom: 'Origo', role: 'brouillon' });
    const paths = fichiers.map((file: { chemin: string }) => file.chemin);
    expect(paths).toEqual([...paths].sort());
    expect(paths).toEqual(expect.arrayContaining(['layout/theme.liquid', 'templates/index.json']));
    expect(fichiers.find((file: { chemin: string }) => file.chemin === 'assets/accents.css')).toEqual({
      chemin: 'assets/accents.css',
      octets: 11,
      empreinte: createHash('sha256').update('/* é€ */').digest('hex'),
      maj_le: expect.any(String),
    });
  });

  it('one file: exactly what was written', async () => {
    const contenu = 'a\r\n\tb é 😀 \u2028';
    await put('assets/tel-quel.css', contenu);
    expect(await read('assets/tel-quel.css')).toEqual({
      chemin: 'assets/tel-quel.css',
      contenu,
      maj_le: expect.any(String),
    });
  });

  it.each([
    'assets/absent.css',
    '/assets/theme.css',
    './assets/theme.css',
    'assets/Theme.css',
    'x',
    '',
    'a\0b',
    '../..',
  ])('the path %j is compared as it is: 404 fichier_introuvable', async (path) => {
    const answer = await files({ query: `?chemin=${encodeURIComponent(path)}` });
    expect([answer.status, answer.json().error]).toEqual([404, 'fichier_introuvable']);
  });

  it.each([
    '12345678',
    'x',
    '00000000-0000-4000-8000-000000000000',
    'a'.repeat(300),
    '%zz',
  ])('theme %s: 404 introuvable', async (id) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await files({ id, method, body: method === 'PUT' ? {} : undefined });
      expect([answer.status, answer.json().error]).toEqual([404, 'introuvable']);
    }
  });

  it('a theme of another site: 404, also on a suspended site', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await query(vitrine.databaseUrl, 'UPDATE sites SET suspendu = true WHERE id = $1', [other.siteId]);
    expect((await files({ key: other.key })).status).toBe(404);
    expect((await files({ key: other.key, method: 'PUT', body: {} })).status).toBe(404);
  });
});

describe('writing a file', () => {
  it.each([
    ['/layout/theme.liquid', 'traversee'],
    ['layout/../../a.liquid', 'traversee'],
    ['a\\b.liquid', 'traversee'],
    ['theme.liquid', 'hors_dossier'],
    ['autre/theme.liquid', 'hors_dossier'],
    ['sections/.a.liquid', 'nom'],
    ['sections/a.html', 'extension'],
  ])('the path %s: 400 %s, before its syntax is judged', async (path, error) => {
    const answer = await put(path, '{% if %}');
    expect([answer.status, answer.json().error]).toEqual([400, error]);
  });

  it.each([
    ['no path', undefined, ''],
    ['no content', 'assets/a.css', undefined],
    ['a path that is too short', 'a/', ''],
    ['a path that is too long', `assets/${'a'.repeat(110)}.css`, ''],
    ['content that is too long', 'assets/a.css', 'a'.repeat(524_289)],
    ['U+0000', 'assets/a.css', 'a\0'],
    ['content that is no text', 'assets/a.css', 3],
  ])('%s: 400 invalid_input', async (_what, path, content) => {
    const answer = await put(path, content);
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });

  it('a lone surrogate: 400 invalid_input', async () => {
    const answer = await files({ method: 'PUT', body: '{"chemin":"assets/a.css","contenu":"\\ud800"}' });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });

  it('bytes that are no UTF-8: 400 invalid_input, nothing written', async () => {
    const body = Buffer.from('{"chemin":"assets/octets.css","contenu":"\xff\xed\xa0\x80"}', 'latin1');
    const answer = await files({ method: 'PUT', body });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
    expect(await read('assets/octets.css')).toBeUndefined();
  });

  it('a length counts UTF-16 units, two for an emoji', async () => {
    expect((await put('assets/emoji.css', '😀'.repeat(262_144))).status).toBe(200);
    const answer = await put('assets/emoji.css', '😀'.repeat(262_145));
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });

  it('content of 524288 units, each three bytes long', async () => {
    expect((await put('assets/long.css', '€'.repeat(524_288))).json()).toEqual({ ok: true });
  });

  it.each([
    ['sections/a.liquid', 'un\ndeux {% if x %}', 2, 6],
    ['sections/a.liquid', '{% schema %}\n{\n  "name": "A",,\n}{% endschema %}', 3, 15],
    ['config/a.json', '{"a": 1,\n "b": }', 2, 7],
  ])('%s with a mistake: 400 syntaxe with its place in the whole file', async (path, content, ligne, colonne) => {
    const answer = await put(path, content);
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ error: 'syntaxe', message: expect.any(String), ligne, colonne });
  });

  it('JSON that ends early: 400 syntaxe without a place', async () => {
    for (const content of ['', '{"a":', '[1, 2']) {
      expect((await put('config/a.json', content)).json()).toEqual({ error: 'syntaxe', message: expect.any(String) });
    }
  });

  it('the empty string where nothing is analysed, and in Liquid', async () => {
    for (const path of ['assets/vide.css', 'assets/vide.svg', 'sections/vide.liquid']) {
      expect((await put(path, '')).json()).toEqual({ ok: true });
    }
  });

  it('siAbsent: created, then unchanged, then refused and untouched', async () => {
    const path = 'assets/si-absent.css';
    expect((await put(path, 'a', { siAbsent: true })).json()).toEqual({ ok: true });
    const version = await themeUpdatedAt();
    expect((await put(path, 'a', { siAbsent: true })).json()).toEqual({ ok: true, inchange: true });
    const refused = await put(path, 'b', { siAbsent: true });
    expect([refused.status, refused.json().error]).toEqual([409, 'fichier_existe']);
    expect((await read(path)).contenu).toBe('a');
    expect(await themeUpdatedAt()).toBe(version);
    expect((await put(path, 'b')).json()).toEqual({ ok: true });
  });

  it('parallel writes of siAbsent create one file and tell the others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => put('assets/course.css', `${n}`, { siAbsent: true })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  it('every write gives the theme a later time, however many come at once', async () => {
    const before = await themeUpdatedAt();
    await Promise.all(Array.from({ length: 12 }, (_, n) => put('assets/temps.css', `${n}`)));
    const { rows } = await query(
      vitrine.databaseUrl,
      `SELECT t.maj_le > $2::timestamptz AS later, t.maj_le = f.maj_le AS same
       FROM themes t JOIN fichiers f ON f.site_id = t.site_id AND f.theme_id = t.id WHERE t.id = $1 AND f.chemin = 'assets/temps.css'`,
      [themeId, before],
    );
    expect(rows).toEqual([{ later: true, same: true }]);
  });

  it('120 files and not one more, under parallel writes too; overwriting never counts', async () => {
    const id = await install();
    const { fichiers } = (await files({ id })).json();
    const write = (n: number) => files({ id, method: 'PUT', body: { chemin: `assets/n-${n}.css`, contenu: '' } });
    const answers = await Promise.all(Array.from({ length: 130 - fichiers.length }, (_, n) => write(n)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(10);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.json().error}`))).toEqual(
      new Set(['400 trop_de_fichiers']),
    );
    expect((await files({ id })).json().fichiers).toHaveLength(120);
    const [{ chemin }] = fichiers;
    const again = await files({ id, method: 'PUT', body: { chemin: 'layout/theme.liquid', contenu: chemin } });
    expect(again.status).toBe(200);
  });

  it('a suspended site: 402 before the body is judged', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const id = await install(other.key);
    await query(vitrine.databaseUrl, 'UPDATE sites SET suspendu = true WHERE id = $1', [other.siteId]);
    for (const method of ['PUT', 'DELETE']) {
      const answer = await files({ id, key: other.key, method, body: 'nimporte' });
      expect([answer.status, answer.json().error]).toEqual([402, 'site_inactif']);
    }
    expect((await files({ id, key: other.key })).status).toBe(200);
  });
});

describe('deleting a file', () => {
  it('twice gives the same answer, and the first gives the theme a later time', async () => {
    await put('assets/a-supprimer.css', '');
    const version = await themeUpdatedAt();
    const remove = () => files({ method: 'DELETE', query: '?chemin=assets/a-supprimer.css' });
    expect((await remove()).json()).toEqual({ ok: true });
    expect(await read('assets/a-supprimer.css')).toBeUndefined();
    const later = await themeUpdatedAt();
    expect(later > version).toBe(true);
    expect((await remove()).json()).toEqual({ ok: true });
    expect(await themeUpdatedAt()).toBe(later);
  });

  it.each([
    'layout/theme.liquid',
    'templates/index.json',
    'config/settings_schema.json',
  ])('%s: 409 fichier_requis', async (path) => {
    const answer = await files({ method: 'DELETE', query: `?chemin=${path}` });
    expect([answer.status, answer.json().error]).toEqual([409, 'fichier_requis']);
  });

  it('without a path: 400 invalid_input', async () => {
    const answer = await files({ method: 'DELETE' });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });

  it.each(['../../etc/passwd', '/x', 'x\0'])('the path %j is not judged: 200', async (path) => {
    expect((await files({ method: 'DELETE', query: `?chemin=${encodeURIComponent(path)}` })).json()).toEqual({
      ok: true,
    });
  });
});
