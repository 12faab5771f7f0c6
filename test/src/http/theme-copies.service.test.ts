import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createClient, refusal } from '../../support/client.ts';
import { sharedProgram, type TestProgram } from '../../support/program.ts';
import { refuseRows } from '../../support/refused-rows.ts';
import { storeFiles } from '../../support/stored-files.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const REQUIRED = ['layout/theme.liquid', 'templates/index.json', 'config/settings_schema.json'];

let vitrine: TestProgram;
let client: Client;

beforeAll(async () => {
  vitrine = await sharedProgram();
});
beforeEach(async () => {
  client = await createClient(vitrine);
});
afterAll(() => vitrine.close());

const duplicate = (id: unknown) => client.themes('POST', { action: 'dupliquer', id });
const openDraft = () => client.themes('POST', { action: 'brouillon' });
const contents = async (id: string) => (await client.stored(id)).map(({ chemin, contenu }) => [chemin, contenu]);
const find = async (id: string) => (await client.list()).find((theme) => theme.id === id);
const publishNew = async () => {
  const id = await client.install();
  await client.publish(id);
  return id;
};

const refuse = (table: string, accepted?: string) => refuseRows(vitrine.databaseUrl, table, accepted);

/** One time for the theme and all of its files. */
async function expectOneTime(id: string): Promise<void> {
  const [theme] = (await client.sql('SELECT maj_le::text AS v FROM themes WHERE id = $1', [id])).rows;
  expect(new Set((await client.stored(id)).map(({ maj_le }) => maj_le))).toEqual(new Set([theme?.v]));
}

describe('POST /api/themes installer', () => {
  it('none → brouillon: files, version and origine copied', async () => {
    const id = await client.install();
    expect(await find(id)).toMatchObject({ nom: 'Origo', version: '1.1.0', role: 'brouillon', origine: 'origo' });
    expect((await client.stored(id)).map(({ chemin }) => chemin)).toEqual(expect.arrayContaining(REQUIRED));
    await expectOneTime(id);
  });

  it.each([
    ['themes', 'creation_impossible'],
    ['fichiers', 'ecriture_impossible'],
  ])('the database turns %s down: 400 %s, nothing left', async (table, error) => {
    const allow = await refuse(table);
    const answer = await client.themes('POST', { action: 'installer', origine: 'origo' });
    await allow();
    expect(refusal(answer)).toEqual([400, error]);
    expect(await client.list()).toEqual([]);
  });
});

describe('POST /api/themes dupliquer', () => {
  it('none → brouillon: name ` (copie)`, version, origine and files of the source', async () => {
    const source = await publishNew();
    await client.put(source, 'assets/a.css', 'é€😀\r\n');
    await client.put(source, 'assets/vide.css', '');
    await client.sql("UPDATE themes SET version = '2.1' WHERE id = $1", [source]);
    const answer = await duplicate(source.toUpperCase());
    expect([answer.status, answer.json()]).toEqual([201, { ok: true, themeId: expect.any(String) }]);
    const id = answer.json().themeId;
    expect(await find(id)).toMatchObject({ nom: 'Origo (copie)', version: '2.1', role: 'brouillon', origine: 'origo' });
    expect(await contents(id)).toEqual(await contents(source));
    await expectOneTime(id);
    expect(await find(source)).toMatchObject({ role: 'publie' });
    // A copy of a copy is no working draft.
    expect((await openDraft()).status).toBe(201);
  });

  it('a theme without origin: its copy has none', async () => {
    const source = await client.install();
    await client.sql('UPDATE themes SET origine = NULL WHERE id = $1', [source]);
    expect(await find((await duplicate(source)).json().themeId)).toMatchObject({ origine: null });
  });

  it('a name that would be too long is cut so that the whole is 80 characters', async () => {
    const source = await client.install();
    await client.themes('PATCH', { id: source, nom: '😀'.repeat(80) });
    const id = (await duplicate(source)).json().themeId;
    expect((await find(id))?.nom).toBe(`${'😀'.repeat(72)} (copie)`);
  });

  it('a source that is unknown or of another site: 404 introuvable', async () => {
    const other = await createClient(vitrine);
    for (const id of [NOBODY, await other.install()])
      expect(refusal(await duplicate(id))).toEqual([404, 'introuvable']);
    expect(await client.list()).toEqual([]);
  });

  it.each([undefined, '12345678', 3, ''])('id %j: 400 invalid_input', async (id) => {
    expect(refusal(await duplicate(id))).toEqual([400, 'invalid_input']);
  });

  it.each(REQUIRED)('a source without %s: 400 fichier_requis_manquant, nothing made', async (path) => {
    const source = await client.install();
    await client.sql('DELETE FROM fichiers WHERE theme_id = $1 AND chemin = $2', [source, path]);
    expect(refusal(await duplicate(source))).toEqual([400, 'fichier_requis_manquant']);
    expect(await client.list()).toHaveLength(1);
  });

  it('a source of more than 120 files: 400 trop_de_fichiers, nothing made; of 120: copied', async () => {
    const source = await client.install();
    const add = (names: readonly string[]) => {
      const files = Object.fromEntries(names.map((name) => [`assets/${name}.css`, '']));
      return storeFiles(vitrine.databaseUrl, client.tenant.siteId, source, files);
    };
    await add(Array.from({ length: 120 - (await client.stored(source)).length }, (_, n) => `n${n}`));
    const copy = (await duplicate(source)).json().themeId;
    expect(await client.stored(copy)).toHaveLength(120);
    await add(['de-trop']);
    expect(refusal(await duplicate(source))).toEqual([400, 'trop_de_fichiers']);
    expect(await client.list()).toHaveLength(2);
  });

  it.each([
    ['themes', 'creation_impossible'],
    ['fichiers', 'ecriture_impossible'],
  ])('the database turns %s down: 400 %s, nothing left', async (table, error) => {
    const source = await client.install();
    const allow = await refuse(table);
    const answer = await duplicate(source);
    await allow();
    expect(refusal(answer)).toEqual([400, error]);
    expect(await client.list()).toHaveLength(1);
  });

  it('a lot that is written meanwhile is whole in the copy or not in it at all', async () => {
    const source = await client.install();
    const paths = Array.from({ length: 12 }, (_, n) => `assets/lot-${n}.css`);
    const write = (round: number) =>
      client.lot(source, { ecrire: Object.fromEntries(paths.map((path) => [path, `tour ${round}`])) });
    await write(0);
    const copies: string[] = [];
    for (let round = 1; round <= 6; round++) {
      const [first, written, second] = await Promise.all([duplicate(source), write(round), duplicate(source)]);
      expect(written.status).toBe(200);
      copies.push(first.json().themeId, second.json().themeId);
    }
    for (const id of copies) {
      const rounds = (await client.stored(id)).filter(({ chemin }) => paths.includes(chemin));
      expect(rounds).toHaveLength(12);
      expect(new Set(rounds.map(({ contenu }) => contenu)).size).toBe(1);
    }
  });

  it('themes that are duplicated and deleted at once leave whole copies', async () => {
    const source = await client.install();
    const size = (await client.stored(source)).length;
    const [copy, removed] = await Promise.all([
      duplicate(source),
      client.ask({ method: 'DELETE', path: `/api/themes?id=${source}` }),
    ]);
    expect(removed.status).toBe(200);
    if (copy.status === 201) expect(await client.stored(copy.json().themeId)).toHaveLength(size);
    else expect(refusal(copy)).toEqual([404, 'introuvable']);
  });
});

describe('POST /api/themes brouillon', () => {
  const link = async (id: string) =>
    (await client.sql('SELECT issu_de FROM themes WHERE id = $1', [id])).rows[0]?.issu_de;

  it('none → brouillon: a copy of the published theme, named after it and linked to it', async () => {
    const published = await publishNew();
    await client.themes('PATCH', { id: published, nom: 'Mon site' });
    await client.put(published, 'assets/a.css', 'à moi');
    const answer = await openDraft();
    expect([answer.status, answer.json()]).toEqual([201, { ok: true, themeId: expect.any(String) }]);
    const id = answer.json().themeId;
    const draft = await find(id);
    expect(draft).toMatchObject({ nom: 'Mon site — brouillon', version: '1.1.0', role: 'brouillon', origine: 'origo' });
    expect(Object.keys(draft ?? {}).sort()).toEqual(['id', 'maj_le', 'nom', 'origine', 'role', 'version']);
    expect(await link(id)).toBe(published);
    expect(await contents(id)).toEqual(await contents(published));
    await expectOneTime(id);
  });

  it('a name that would be too long is cut so that the whole is 80 characters', async () => {
    const published = await publishNew();
    await client.themes('PATCH', { id: published, nom: 'é'.repeat(80) });
    expect((await find((await openDraft()).json().themeId))?.nom).toBe(`${'é'.repeat(68)} — brouillon`);
  });

  it('a working draft exists: 200 reutilise, nothing made, whatever was published since', async () => {
    await publishNew();
    const id = (await openDraft()).json().themeId;
    await client.put(id, 'assets/travail.css', 'en cours');
    const before = await client.list();
    const again = await openDraft();
    expect([again.status, again.json()]).toEqual([200, { ok: true, themeId: id, reutilise: true }]);
    expect(await client.list()).toEqual(before);
    await publishNew();
    const later = await openDraft();
    expect([later.status, later.json()]).toEqual([200, { ok: true, themeId: id, reutilise: true }]);
  });

  it('it stays the working draft when the theme that it came from is deleted', async () => {
    const source = await publishNew();
    const id = (await openDraft()).json().themeId;
    await publishNew();
    expect((await client.ask({ method: 'DELETE', path: `/api/themes?id=${source}` })).status).toBe(200);
    expect((await openDraft()).json()).toEqual({ ok: true, themeId: id, reutilise: true });
  });

  it('published, it is a working draft no more: the next one is new', async () => {
    await publishNew();
    const first = (await openDraft()).json().themeId;
    expect((await client.publish(first)).status).toBe(200);
    expect(await link(first)).toBeNull();
    const second = await openDraft();
    expect(second.status).toBe(201);
    expect(await link(second.json().themeId)).toBe(first);
  });

  it('deleted, the next one is new', async () => {
    await publishNew();
    const first = (await openDraft()).json().themeId;
    expect((await client.ask({ method: 'DELETE', path: `/api/themes?id=${first}` })).status).toBe(200);
    expect((await openDraft()).status).toBe(201);
  });

  it('no theme is published: 409 aucun_theme', async () => {
    expect(refusal(await openDraft())).toEqual([409, 'aucun_theme']);
    await client.install();
    expect(refusal(await openDraft())).toEqual([409, 'aucun_theme']);
  });

  it.each([
    ['themes', 'creation_impossible'],
    ['fichiers', 'ecriture_impossible'],
  ])('the database turns %s down: 400 %s, nothing left', async (table, error) => {
    await publishNew();
    const allow = await refuse(table);
    const answer = await openDraft();
    await allow();
    expect(refusal(answer)).toEqual([400, error]);
    expect(await client.list()).toHaveLength(1);
    expect((await openDraft()).status).toBe(201);
  });

  it('parallel requests make one and tell all of them its id', async () => {
    const published = await publishNew();
    const answers = await client.meet(published, () => Array.from({ length: 12 }, openDraft));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(11).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.json().themeId)).size).toBe(1);
    expect(answers.filter((answer) => answer.json().reutilise)).toHaveLength(11);
    expect(await client.list()).toHaveLength(2);
  });

  it('while other themes are published, one working draft is made, whole, of one that was published', async () => {
    const ids = [await publishNew(), await client.install(), await client.install()];
    for (const [n, id] of ids.entries()) await client.put(id, 'assets/qui.css', `${n}`);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => [...ids.map((id) => client.publish(id)), openDraft()]).flat(),
      );
      expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
      const id = (await openDraft()).json().themeId;
      const copied = (await client.stored(id)).find(({ chemin }) => chemin === 'assets/qui.css');
      expect(copied?.contenu).toBe(`${ids.indexOf(String(await link(id)))}`);
      expect((await client.list()).filter(({ role }) => role === 'publie')).toHaveLength(1);
      await client.ask({ method: 'DELETE', path: `/api/themes?id=${id}` });
    }
  });
});

describe('PATCH /api/themes', () => {
  it('brouillon → publie, and the published one → brouillon; maj_le of the published one is later', async () => {
    const [first, second] = [await publishNew(), await client.install()];
    const before = await find(second);
    expect((await client.publish(second)).json()).toEqual({ ok: true });
    expect(await find(first)).toMatchObject({ role: 'brouillon' });
    const after = await find(second);
    expect(after).toMatchObject({ role: 'publie' });
    expect(String(after?.maj_le) > String(before?.maj_le)).toBe(true);
  });

  it('publier: false does not unpublish', async () => {
    const id = await publishNew();
    const before = await client.list();
    expect((await client.themes('PATCH', { id, publier: false })).status).toBe(200);
    expect(await client.list()).toEqual(before);
  });

  it('a name counts characters once its border spaces are gone: 80 of them, two units long each', async () => {
    const id = await client.install();
    const nom = '😀'.repeat(80);
    expect((await client.themes('PATCH', { id, nom: `  ${nom}\t ` })).status).toBe(200);
    expect(await find(id)).toMatchObject({ nom });
    expect(refusal(await client.themes('PATCH', { id, nom: `${nom}!` }))).toEqual([400, 'invalid_input']);
  });

  it('publication_impossible: the name is applied, the published theme stays', async () => {
    const [published, id] = [await publishNew(), await client.install()];
    const allow = await refuse('themes', `id <> '${id}' OR role <> 'publie'`);
    const answer = await client.themes('PATCH', { id, nom: 'Nouveau', publier: true });
    await allow();
    expect(refusal(answer)).toEqual([500, 'publication_impossible']);
    expect(await find(id)).toMatchObject({ nom: 'Nouveau', role: 'brouillon' });
    expect(await find(published)).toMatchObject({ role: 'publie' });
  });

  it('a home page that cannot be made does not fail the publication', async () => {
    const id = await client.install();
    const allow = await refuse('pages');
    const answer = await client.publish(id);
    await allow();
    expect(answer.status).toBe(200);
    expect(await find(id)).toMatchObject({ role: 'publie' });
  });
});

describe('lines of descent', () => {
  const descents = async () => {
    const { themes } = (await client.ask({ path: '/api/themes?lignees' })).json();
    return (id: string) => themes.find((theme: { id: string }) => theme.id === id);
  };
  const draftId = async () => (await openDraft()).json().themeId as string;

  it('a working draft goes on with the line of the published theme, also once that one is gone; everything else begins one', async () => {
    const first = await publishNew();
    await client.put(first, 'assets/a.css', 'a');
    const second = await draftId();
    const draft = (await descents())(second);
    expect(draft).toMatchObject({ lignee: first, issu_de: first, fait_de: first, fait_du_numero: 2 });
    expect(String(draft?.cree_le) > String((await find(first))?.maj_le)).toBe(true);
    await client.publish(second);
    await client.ask({ method: 'DELETE', path: `/api/themes?id=${first}` });
    const third = await draftId();
    const copy = (await duplicate(second)).json().themeId;
    const archive = (await client.ask({ path: `/api/themes/${second}/export` })).json();
    const imported = (await client.ask({ method: 'POST', path: '/api/themes/importer', body: archive })).json().themeId;
    const of = await descents();
    expect(of(second)).toMatchObject({ lignee: first, issu_de: null, fait_de: first, fait_du_numero: 2 });
    expect(of(third)).toMatchObject({ lignee: first, issu_de: second, fait_de: second, fait_du_numero: 1 });
    expect(of(copy)).toMatchObject({ lignee: copy, issu_de: null, fait_de: second, fait_du_numero: 1 });
    expect(of(imported)).toMatchObject({ lignee: imported, issu_de: null, fait_de: null, fait_du_numero: null });
  });

  it('without the query the answer has the fields that it always had, and no more', async () => {
    await publishNew();
    const [theme] = await client.list();
    expect(Object.keys(theme ?? {})).toEqual(['id', 'nom', 'version', 'role', 'origine', 'maj_le']);
  });

  it('the history of a theme leads back to what it was made of, and on to what was made of it', async () => {
    const history = async (id: string) => (await client.files(id, { query: '?versions' })).json();
    const first = await publishNew();
    const second = await draftId();
    expect(await history(second)).toMatchObject({ fait_de: { id: first, nom: 'Origo', numero: 1 } });
    const copies = [{ id: second, nom: 'Origo — brouillon', role: 'brouillon', numero: 1 }];
    expect(await history(first)).toMatchObject({ copies });
    expect(await history(first)).not.toHaveProperty('fait_de');
    expect(await history(second)).not.toHaveProperty('copies');
    await client.publish(second);
    await client.ask({ method: 'DELETE', path: `/api/themes?id=${first}` });
    expect(await history(second)).not.toHaveProperty('fait_de');
  });

  it('a publication with siPublie is made only where that theme is published: else neither name nor role change', async () => {
    const [first, second] = [await publishNew(), await client.install()];
    const before = await client.list();
    for (const siPublie of [second, null]) {
      const answer = await client.themes('PATCH', { id: second, nom: 'Nouveau', publier: true, siPublie });
      expect(refusal(answer)).toEqual([409, 'modifie_entre_temps']);
    }
    expect(await client.list()).toEqual(before);
    const done = await client.themes('PATCH', { id: second, nom: 'Nouveau', publier: true, siPublie: first });
    expect([done.status, await find(second)]).toMatchObject([200, { nom: 'Nouveau', role: 'publie' }]);
  });

  it('an upgrade never goes into a working draft of another line, even of the same catalog theme', async () => {
    const [first, second] = [await publishNew(), await client.install()];
    const draft = await draftId();
    await client.publish(second);
    const body = (appliquer: boolean) => ({ action: 'actualiser', id: second, appliquer });
    expect(refusal(await client.themes('POST', body(true)))).toEqual([409, 'brouillon_d_un_autre']);
    // A look compares the published theme itself.
    const seen = await client.themes('POST', body(false));
    expect([seen.status, seen.json().theme.id]).toEqual([200, second]);
    expect((await client.themes('POST', { ...body(true), id: draft })).status).toBe(200);
    await client.publish(first);
    expect((await client.themes('POST', { ...body(true), id: first })).status).toBe(200);
  });
});

describe('files and roles', () => {
  it('a file write or delete changes no role', async () => {
    const id = await publishNew();
    await client.put(id, 'assets/a.css', '');
    await client.files(id, { method: 'DELETE', query: '?chemin=assets/a.css' });
    expect(await find(id)).toMatchObject({ role: 'publie' });
  });
});
