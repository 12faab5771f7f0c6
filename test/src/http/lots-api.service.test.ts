import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient, refusal } from '../../support/client.ts';
import { sharedProgram, type TestProgram } from '../../support/program.ts';

let vitrine: TestProgram;
let client: Client;
let id: string;

beforeAll(async () => {
  vitrine = await sharedProgram();
});
beforeEach(async () => {
  client = await createClient(vitrine);
  id = await client.install();
});
afterAll(() => vitrine.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const lot = (of: object | string) => client.lot(id, of);
const file = async (path: string) => (await client.stored(id)).find(({ chemin }) => chemin === path);
const content = async (path: string) => (await file(path))?.contenu;
const themeTime = async () => (await client.sql('SELECT maj_le::text AS v FROM themes WHERE id = $1', [id])).rows[0]?.v;
const css = (count: number, name: string, text = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`assets/${name}-${n}.css`, text]));

/** The answer, and that nothing was written. */
async function refused(of: object | string) {
  const before = [await themeTime(), await client.stored(id)];
  const answer = await lot(of);
  expect([await themeTime(), await client.stored(id)]).toEqual(before);
  return answer;
}

describe('a lot', () => {
  it('writes and deletes at once, with one time for the theme and all written files', async () => {
    await client.put(id, 'assets/ancien.css', '');
    const answer = await lot({
      ecrire: { 'assets/a.css': 'a', 'sections/b.liquid': '{{ page.titre }}', 'layout/theme.liquid': 'neuf' },
      supprimer: ['assets/ancien.css', 'assets/jamais-vu.css', '../x'],
    });
    expect([answer.status, answer.json()]).toEqual([200, { ok: true }]);
    expect(await content('assets/ancien.css')).toBeUndefined();
    expect(await content('layout/theme.liquid')).toBe('neuf');
    const times = await Promise.all(['assets/a.css', 'sections/b.liquid', 'layout/theme.liquid'].map(file));
    expect(new Set(times.map((one) => one?.maj_le))).toEqual(new Set([await themeTime()]));
  });

  it('leaves a file alone that has its content already', async () => {
    await lot({ ecrire: { 'assets/a.css': 'a', 'assets/b.css': 'b' } });
    const before = await file('assets/a.css');
    expect((await lot({ ecrire: { 'assets/a.css': 'a', 'assets/b.css': 'autre' } })).json()).toEqual({ ok: true });
    expect(await file('assets/a.css')).toEqual(before);
    expect((await file('assets/b.css'))?.maj_le).toBe(await themeTime());
  });

  it.each([
    ['nothing', {}],
    ['nothing, said', { ecrire: {}, supprimer: [], siEmpreinte: {} }],
    ['what is there and not what is not', { ecrire: { 'assets/vide.css': '' }, supprimer: ['assets/absent.css'] }],
  ])('that asks for %s: 200 inchange, nothing touched', async (_what, of) => {
    await client.put(id, 'assets/vide.css', '');
    const answer = await refused(of);
    expect([answer.status, answer.json()]).toEqual([200, { ok: true, inchange: true }]);
  });

  it('only deletes, and gives the theme a later time', async () => {
    await client.put(id, 'assets/a.css', '');
    const before = await themeTime();
    expect((await lot({ supprimer: ['assets/a.css', 'assets/a.css'] })).json()).toEqual({ ok: true });
    expect(String(await themeTime()) > String(before)).toBe(true);
  });

  it('keeps contents of any text as they are', async () => {
    const text = '"\\\u2028😀\r\n\t{NULL}';
    await lot({ ecrire: { 'assets/a.css': text, 'assets/null.css': 'NULL', 'assets/vide.css': '' } });
    expect([await content('assets/a.css'), await content('assets/null.css'), await content('assets/vide.css')]).toEqual(
      [text, 'NULL', ''],
    );
  });
});

describe('a lot with refused files: 400 lot_refuse, nothing written', () => {
  it('each of them with its reason, in the order of paths', async () => {
    const answer = await refused({
      ecrire: {
        'sections/z.liquid': 'un\ndeux {% if x %}',
        'assets/bon.css': 'a',
        '/x.css': '',
        'autre/a.css': '',
        'assets/.a.css': '',
        'assets/a.html': '',
        'a/': '',
        [`assets/${'a'.repeat(110)}.css`]: '',
        'assets/gros.css': 'a'.repeat(524_289),
        'config/tot.json': '{"a":',
      },
      supprimer: ['templates/index.json', 'layout/theme.liquid'],
    });
    expect(refusal(answer)).toEqual([400, 'lot_refuse']);
    const { refus, ...rest } = answer.json();
    expect(Object.keys(rest).sort()).toEqual(['error', 'message']);
    const told = refus.map(({ chemin, message, ...more }: Record<string, unknown>) => {
      expect(message).toEqual(expect.stringMatching(/.+/));
      return [chemin, more];
    });
    expect(told).toEqual([
      ['/x.css', { error: 'traversee' }],
      ['a/', { error: 'chemin_invalide' }],
      ['assets/.a.css', { error: 'nom' }],
      ['assets/a.html', { error: 'extension' }],
      [`assets/${'a'.repeat(110)}.css`, { error: 'chemin_invalide' }],
      ['assets/gros.css', { error: 'fichier_trop_gros' }],
      ['autre/a.css', { error: 'hors_dossier' }],
      ['config/tot.json', { error: 'syntaxe' }],
      ['layout/theme.liquid', { error: 'fichier_requis' }],
      ['sections/z.liquid', { error: 'syntaxe', ligne: 2, colonne: 6 }],
      ['templates/index.json', { error: 'fichier_requis' }],
    ]);
  });

  it('120 of them in one answer', async () => {
    const paths = Array.from({ length: 120 }, (_, n) => `sections/faux-${String(n).padStart(3, '0')}.liquid`);
    const answer = await refused({ ecrire: Object.fromEntries(paths.map((path) => [path, '{% if %}'])) });
    expect(refusal(answer)).toEqual([400, 'lot_refuse']);
    expect(answer.json().refus.map(({ chemin }: { chemin: string }) => chemin)).toEqual(paths);
  });

  it.each(['__proto__', 'constructor', 'toString'])('the path %s is judged like any other', async (path) => {
    const answer = await refused(`{"lot":{"ecrire":{"assets/a.css":"a","${path}":"x"}}}`);
    expect(refusal(answer)).toEqual([400, 'lot_refuse']);
    expect(answer.json().refus).toEqual([{ chemin: path, error: 'hors_dossier', message: expect.any(String) }]);
  });
});

describe('a lot that is no lot: 400 invalid_input, nothing written', () => {
  it.each([
    ['null', '{"lot":null}'],
    ['a list', '{"lot":[]}'],
    ['files in a list', '{"lot":{"ecrire":["assets/a.css"]}}'],
    ['files in a text', '{"lot":{"ecrire":"assets/a.css"}}'],
    ['content that is no text', '{"lot":{"ecrire":{"assets/a.css":3}}}'],
    ['content of null', '{"lot":{"ecrire":{"assets/a.css":null}}}'],
    ['content with U+0000', '{"lot":{"ecrire":{"assets/a.css":"\\u0000"}}}'],
    ['such content beside a removal', '{"lot":{"ecrire":{"a":"\\u0000"},"supprimer":["assets/x.css"]}}'],
    ['content with a lone surrogate', '{"lot":{"ecrire":{"assets/a.css":"\\ud800"}}}'],
    ['a path with U+0000', '{"lot":{"ecrire":{"assets/\\u0000.css":""}}}'],
    ['a path with a lone surrogate', '{"lot":{"ecrire":{"assets/\\udfff.css":""}}}'],
    ['no text under __proto__', '{"lot":{"ecrire":{"__proto__":3}}}'],
    ['files under __proto__', '{"lot":{"__proto__":{"ecrire":{"assets/a.css":"a"}},"ecrire":3}}'],
    ['paths in an object', '{"lot":{"supprimer":{"0":"assets/a.css"}}}'],
    ['a path that is no text', '{"lot":{"supprimer":[3]}}'],
    ['a removed path with U+0000', '{"lot":{"supprimer":["\\u0000"]}}'],
    ['a path both written and deleted', '{"lot":{"ecrire":{"assets/a.css":""},"supprimer":["assets/a.css"]}}'],
    ['a fingerprint that is none', '{"lot":{"siEmpreinte":{"assets/a.css":"abc"}}}'],
    ['a fingerprint in capitals', `{"lot":{"siEmpreinte":{"assets/a.css":"${'A'.repeat(64)}"}}}`],
    ['a role that themes do not have', '{"lot":{"siRole":"visible"}}'],
    ['no role', '{"lot":{"siRole":null}}'],
    ['a lot and a file', '{"lot":{},"chemin":"assets/a.css","contenu":""}'],
    ['a lot and a condition beside it', '{"lot":{},"siAbsent":true}'],
  ])('%s', async (_what, body) => {
    expect(refusal(await refused(body))).toEqual([400, 'invalid_input']);
  });

  it('more paths to delete than a theme has files, more conditions than a lot has paths', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => `assets/n-${n}.css`);
    expect(refusal(await refused({ supprimer: many(121) }))).toEqual([400, 'invalid_input']);
    const conditions = Object.fromEntries(many(241).map((path) => [path, null]));
    expect(refusal(await refused({ siEmpreinte: conditions }))).toEqual([400, 'invalid_input']);
  });
});

describe('siEmpreinte of a lot', () => {
  it('holds for files that are written, deleted or neither, and for files that must not be', async () => {
    await lot({ ecrire: { 'assets/a.css': 'a', 'assets/b.css': 'b', 'assets/c.css': 'c' } });
    const answer = await lot({
      ecrire: { 'assets/a.css': 'a2', 'assets/neuf.css': '' },
      supprimer: ['assets/b.css'],
      siEmpreinte: {
        'assets/a.css': sha256('a'),
        'assets/b.css': sha256('b'),
        'assets/c.css': sha256('c'),
        'assets/neuf.css': null,
      },
    });
    expect(answer.json()).toEqual({ ok: true });
    expect(await content('assets/a.css')).toBe('a2');
  });

  it.each([
    ['other content', { 'assets/a.css': sha256('autre') }],
    ['a file that is not there', { 'assets/absent.css': sha256('a') }],
    ['a file that must not be', { 'assets/a.css': null }],
    ['a file under __proto__', JSON.parse(`{"__proto__":"${sha256('a')}"}`)],
  ])('%s: 409 modifie_entre_temps for the whole lot', async (_what, siEmpreinte) => {
    await client.put(id, 'assets/a.css', 'a');
    const body = JSON.stringify({ lot: { ecrire: { 'assets/b.css': 'b' }, siEmpreinte: '@' } });
    const answer = await refused(body.replace('"@"', JSON.stringify(siEmpreinte)));
    expect(refusal(answer)).toEqual([409, 'modifie_entre_temps']);
  });

  it('of parallel lots over the same state exactly one is written', async () => {
    await client.put(id, 'assets/a.css', 'a');
    const siEmpreinte = { 'assets/a.css': sha256('a') };
    const answers = await client.meet(id, () =>
      Array.from({ length: 8 }, (_, n) =>
        lot({ ecrire: { 'assets/a.css': `${n}`, ...css(3, `de-${n}`) }, siEmpreinte }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await content('assets/a.css')).toBe(`${winner}`);
    const traces = (await client.stored(id)).filter(({ chemin }) => chemin.startsWith('assets/de-'));
    expect(traces.map(({ chemin }) => chemin)).toEqual(Object.keys(css(3, `de-${winner}`)));
  });
});

describe('siRole of a lot', () => {
  const written = (contenu: string, siRole: string) => ({ ecrire: { 'assets/a.css': contenu }, siRole });

  it('of another role than the theme has now: 409 modifie_entre_temps', async () => {
    expect((await lot(written('a', 'brouillon'))).json()).toEqual({ ok: true });
    expect(refusal(await refused(written('b', 'publie')))).toEqual([409, 'modifie_entre_temps']);
    await client.publish(id);
    expect(refusal(await refused(written('b', 'brouillon')))).toEqual([409, 'modifie_entre_temps']);
    expect((await lot(written('b', 'publie'))).json()).toEqual({ ok: true });
  });

  it('what is for a draft and meets its publication is written before it or not at all', async () => {
    const answers = await client.meet(id, () => [
      client.publish(id),
      ...Array.from({ length: 8 }, (_, n) => lot(written(`${n}`, 'brouillon'))),
    ]);
    expect(answers[0]?.status).toBe(200);
    const { maj_le: publishedAt } = (await client.list()).find((theme) => theme.id === id) ?? {};
    const { rows } = await client.sql('SELECT FROM fichiers WHERE theme_id = $1 AND maj_le >= $2', [id, publishedAt]);
    expect(rows).toEqual([]);
    const stored = (await client.stored(id)).filter(({ chemin }) => chemin === 'assets/a.css');
    expect(stored).toHaveLength(answers.slice(1).some(({ status }) => status === 200) ? 1 : 0);
  });
});

describe('120 files', () => {
  it('more in one lot: 400 trop_de_fichiers, whatever they are', async () => {
    for (const count of [121, 400]) {
      expect(refusal(await refused({ ecrire: css(count, 'n') }))).toEqual([400, 'trop_de_fichiers']);
    }
  });

  it('more after the lot: 400 trop_de_fichiers; what it deletes makes room; overwriting never counts', async () => {
    const room = 120 - (await client.stored(id)).length;
    await client.put(id, 'assets/a.css', '');
    expect(refusal(await refused({ ecrire: css(room, 'n') }))).toEqual([400, 'trop_de_fichiers']);
    expect((await lot({ ecrire: css(room, 'n'), supprimer: ['assets/a.css'] })).json()).toEqual({ ok: true });
    expect(await client.stored(id)).toHaveLength(120);
    expect((await lot({ ecrire: css(room, 'n', 'encore') })).json()).toEqual({ ok: true });
  });

  it('and not one more through parallel lots, each whole or not at all', async () => {
    const room = 120 - (await client.stored(id)).length;
    const lots = Math.floor(room / 10) + 4;
    const answers = await client.meet(id, () =>
      Array.from({ length: lots }, (_, n) => lot({ ecrire: css(10, `lot-${n}`) })),
    );
    const written = answers.filter(({ status }) => status === 200);
    expect(written).toHaveLength(Math.floor(room / 10));
    for (const answer of answers) if (answer.status !== 200) expect(refusal(answer)).toEqual([400, 'trop_de_fichiers']);
    expect(await client.stored(id)).toHaveLength(120 - (room % 10));
  });
});

describe('who may write a lot', () => {
  it('the same as a file: a suspended site 402, a theme of another site 404', async () => {
    const other = await createClient(vitrine);
    expect(refusal(await other.lot(id, { supprimer: ['assets/theme.css'] }))).toEqual([404, 'introuvable']);
    await client.sql('UPDATE sites SET suspendu = true WHERE id = $1', [client.tenant.siteId]);
    expect(refusal(await refused({ supprimer: ['assets/theme.css'] }))).toEqual([402, 'site_inactif']);
  });
});
