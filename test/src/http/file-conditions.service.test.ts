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

const PATH = 'assets/a.css';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const put = (contenu: string, more: object = {}) => client.put(id, PATH, contenu, more);
const state = async () => [
  (await client.list())[0]?.maj_le,
  (await client.stored(id)).find(({ chemin }) => chemin === PATH),
];

async function expectRefused(answer: () => ReturnType<typeof put>, ...expected: [number, string]): Promise<void> {
  const before = await state();
  expect(refusal(await answer())).toEqual(expected);
  expect(await state()).toEqual(before);
}

describe('PUT with siEmpreinte', () => {
  it('the fingerprint that the file has: written', async () => {
    await put('é');
    expect((await put('b', { siEmpreinte: sha256('é') })).json()).toEqual({ ok: true });
  });

  it('null, and there is no file: written', async () => {
    expect((await put('a', { siEmpreinte: null })).json()).toEqual({ ok: true });
  });

  it('another fingerprint, a file where there is to be none, none where there is to be one: 409 modifie_entre_temps', async () => {
    await expectRefused(() => put('b', { siEmpreinte: sha256('a') }), 409, 'modifie_entre_temps');
    await put('a');
    await expectRefused(() => put('b', { siEmpreinte: sha256('autre') }), 409, 'modifie_entre_temps');
    await expectRefused(() => put('b', { siEmpreinte: null }), 409, 'modifie_entre_temps');
  });

  it.each([
    'abc',
    'A'.repeat(64),
    'g'.repeat(64),
    `${'a'.repeat(64)}\n`,
    3,
    '',
    {},
  ])('%j is no fingerprint: 400 invalid_input', async (siEmpreinte) => {
    await expectRefused(() => put('a', { siEmpreinte }), 400, 'invalid_input');
  });

  it('is judged after path and syntax, before siAbsent and the ceiling of files', async () => {
    const wrong = { siEmpreinte: sha256('autre') };
    expect(refusal(await client.put(id, 'assets/a.html', '', wrong))).toEqual([400, 'extension']);
    expect(refusal(await client.put(id, 'sections/a.liquid', '{% if %}', wrong))).toEqual([400, 'syntaxe']);
    await put('a');
    await expectRefused(() => put('b', { ...wrong, siAbsent: true }), 409, 'modifie_entre_temps');
    await expectRefused(() => put('a', { siEmpreinte: null, siAbsent: true }), 409, 'modifie_entre_temps');
    await expectRefused(() => put('b', { siEmpreinte: sha256('a'), siAbsent: true }), 409, 'fichier_existe');
    const same = await put('a', { siEmpreinte: sha256('a'), siAbsent: true });
    expect(same.json()).toEqual({ ok: true, inchange: true });
    await client.lot(id, {
      ecrire: Object.fromEntries(
        Array.from({ length: 120 - (await client.stored(id)).length }, (_, n) => [`assets/n-${n}.css`, '']),
      ),
    });
    expect(refusal(await client.put(id, 'assets/de-trop.css', '', wrong))).toEqual([409, 'modifie_entre_temps']);
    expect(refusal(await client.put(id, 'assets/de-trop.css', '', { siEmpreinte: null }))).toEqual([
      400,
      'trop_de_fichiers',
    ]);
  });

  it('of parallel writers over the same content exactly one wins, and over none too', async () => {
    for (const siEmpreinte of [null, sha256('départ')]) {
      if (siEmpreinte) await put('départ');
      const answers = await client.meet(id, () => Array.from({ length: 8 }, (_, n) => put(`${n}`, { siEmpreinte })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect((await client.stored(id)).find(({ chemin }) => chemin === PATH)?.contenu).toBe(`${winner}`);
    }
  });

  it('lets nobody lose a change: readers that write again what they changed', async () => {
    await put('');
    const append = async (letter: string): Promise<void> => {
      // One of those who write at the same time always wins.
      for (let others = 0; others < 6; others++) {
        const { contenu } = (await client.files(id, { query: `?chemin=${PATH}` })).json().fichier;
        const answer = await put(contenu + letter, { siEmpreinte: sha256(contenu) });
        if (answer.status === 200) return;
        expect(refusal(answer)).toEqual([409, 'modifie_entre_temps']);
      }
      throw new Error(`${letter} was refused more often than there are others`);
    };
    await Promise.all([...'abcdef'].map(append));
    const { contenu } = (await client.files(id, { query: `?chemin=${PATH}` })).json().fichier;
    expect([...contenu].sort().join('')).toBe('abcdef');
  });
});

describe('ETag and If-None-Match', () => {
  const ask = (query: string, tag?: string) =>
    client.files(id, { query, ...(tag && { headers: { 'If-None-Match': tag } }) });

  it.each([
    ['the tree', ''],
    ['one file', `?chemin=${PATH}`],
  ])('%s: 304 until the theme changes', async (_what, query) => {
    await put('a');
    const first = await ask(query);
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^(W\/)?"[^"]+"$/);
    for (const named of [tag, tag.replace(/^W\//, ''), `"autre", ${tag}`]) {
      const again = await ask(query, named);
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
    }
    expect((await ask(query, '"autre"')).text).toBe(first.text);
    await put('b');
    const changed = await ask(query, tag);
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(tag);
  });

  it('the tree changes with the name and the role of its theme', async () => {
    const tags = [(await ask('')).headers.etag];
    await client.themes('PATCH', { id, nom: 'Autre' });
    tags.push((await ask('', String(tags[0]))).headers.etag);
    await client.publish(id);
    tags.push((await ask('', String(tags[1]))).headers.etag);
    const other = await client.install();
    await client.publish(other);
    const last = await ask('', String(tags[2]));
    expect([last.status, last.json().theme.role]).toEqual([200, 'brouillon']);
    expect(new Set([...tags, last.headers.etag]).size).toBe(4);
  });

  it('a tag of the tree, or of another file, is none of a file that is not there', async () => {
    await put('a');
    const tags = [(await ask('')).headers.etag, (await ask(`?chemin=${PATH}`)).headers.etag];
    for (const tag of tags) {
      expect(refusal(await ask('?chemin=assets/absent.css', String(tag)))).toEqual([404, 'fichier_introuvable']);
    }
  });

  it('a refused request has no tag and is kept nowhere', async () => {
    const answer = await ask('?chemin=assets/absent.css');
    expect([answer.headers.etag, answer.headers['cache-control']]).toEqual([undefined, 'no-store']);
    expect((await ask('')).headers['cache-control']).toBe('private, no-cache');
  });
});
