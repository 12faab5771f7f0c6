import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ContentApi, MICROSECONDS, refusalOf, startContentApi } from '../../support/content-api.ts';
import { signIn } from '../../support/sign-in.ts';

let api: ContentApi;
let blog_id: string;
beforeAll(async () => {
  api = await startContentApi();
  blog_id = (await api.ask('POST', '/api/blogs', { slug: 'journal', titre: 'Journal' })).json().id;
});
afterAll(() => api.vitrine.close());

const FUTURE = '2099-01-02T03:04:05.000000Z';
const LATER = '2099-06-01T00:00:00.000000Z';
let made = 0;

describe.each([
  ['pages', 'page', 'publiee'],
  ['articles', 'article', 'publie'],
])('work on /api/%s', (kind, one, published) => {
  const path = `/api/${kind}`;
  const own = () => ({ ...(kind === 'articles' && { blog_id }) });
  const create = async (fields: object = {}): Promise<string> =>
    (
      await api.ask('POST', path, {
        slug: `${one}-${++made}`,
        titre: 'Titre',
        contenu: '<p>un</p>',
        ...own(),
        ...fields,
      })
    ).json().id;
  const read = async (id: string) => (await api.ask('GET', `${path}?id=${id}`)).json()[one];
  const versions = async (id: string) => (await api.ask('GET', `${path}?id=${id}&versions`)).json().versions;
  const meansOf = async (id: string) => (await versions(id)).map(({ moyen }: { moyen: string }) => moyen);
  const valuesOf = async (id: string, n: number) =>
    (await api.ask('GET', `${path}?id=${id}&version=${n}`)).json().version.valeurs;
  const patch = (body: object) => api.ask('PATCH', path, body);
  /** Moves a planned instant of a text into the past: its time has come. */
  const pass = (id: string, column: string) =>
    api.sql(`UPDATE ${kind} SET ${column} = statement_timestamp() WHERE site_id = $1 AND id = $2`, [
      api.tenant.siteId,
      id,
    ]);

  it('a save of work in progress shows nothing: the content keeps its version, the text gets a new one', async () => {
    const id = await create();
    const before = await read(id);
    const content = await api.contentVersion();
    const garde = { site: api.tenant.siteId, majLe: before.maj_le };
    const saved = await patch({ id, garde, travail: { titre: 'Autre', contenu: '<p>deux</p>' } });
    expect([saved.status, saved.json()]).toEqual([200, { ok: true, majLe: expect.stringMatching(MICROSECONDS) }]);
    expect(await read(id)).toEqual({
      ...before,
      travail: { titre: 'Autre', contenu: '<p>deux</p>' },
      maj_le: saved.json().majLe,
    });
    expect(saved.json().majLe > before.maj_le).toBe(true);
    expect(await api.contentVersion()).toBe(content);
    expect(refusalOf(await patch({ id, garde, travail: { titre: 'Perdu' } }))).toEqual([409, 'modifie_entre_temps']);
    expect(refusalOf(await patch({ id, garde }))).toEqual([409, 'modifie_entre_temps']);
    expect((await patch({ id, travail: { titre: 'Titre', contenu: '<p>deux</p>' } })).status).toBe(200);
    expect((await read(id)).travail).toEqual({ contenu: '<p>deux</p>' });
    await patch({ id, travail: {} });
    expect((await read(id)).travail).toBeNull();
    expect(await api.contentVersion()).toBe(content);
  });

  it('publier shows the stored work, or that of the request, in one act', async () => {
    const id = await create();
    await patch({ id, travail: { titre: '  Deux ', contenu: '<p>deux</p>', seo_titre: 'S' } });
    const before = await api.contentVersion();
    expect((await patch({ id, publier: true })).json()).toEqual({ ok: true, majLe: expect.any(String) });
    const second = await read(id);
    expect(second).toMatchObject({ titre: 'Deux', contenu: '<p>deux</p>', seo_titre: 'S', travail: null, prevu: null });
    expect((await api.contentVersion()) > before).toBe(true);
    await patch({ id, travail: { contenu: '<p>oublié</p>' } });
    await patch({ id, publier: true, travail: { titre: 'Trois', slug: `${one}-trois` } });
    const third = await read(id);
    expect(third).toMatchObject({ titre: 'Trois', slug: `${one}-trois`, contenu: '<p>deux</p>', travail: null });
    expect(third.montre_le > second.montre_le).toBe(true);
    expect((await patch({ id, publier: true })).status).toBe(200);
    expect(await read(id)).toMatchObject({ titre: 'Trois', contenu: '<p>deux</p>' });
  });

  it('what may not be shown stays work in progress', async () => {
    const id = await create();
    await create({ slug: `prise-${one}` });
    for (const [travail, refusal] of [
      [{ slug: 'Pas une adresse' }, [400, 'invalid_input']],
      [{ titre: '\u200b' }, [400, 'invalid_input']],
      [{ image: 'javascript:alert(1)' }, [400, 'invalid_input']],
      [{ slug: `prise-${one}` }, [409, 'adresse_prise']],
    ] as const) {
      expect((await patch({ id, travail })).status).toBe(200);
      const before = [await read(id), await api.contentVersion(), await versions(id)];
      expect(refusalOf(await patch({ id, publier: true }))).toEqual(refusal);
      expect([await read(id), await api.contentVersion(), await versions(id)]).toEqual(before);
    }
  });

  it('a planned change: kept, called off, shown when its time comes', async () => {
    const id = await create();
    await patch({ id, travail: { titre: 'Noël', contenu: '<p>fermé</p>' } });
    const content = await api.contentVersion();
    expect((await patch({ id, prevoir: FUTURE })).status).toBe(200);
    expect(await read(id)).toMatchObject({
      titre: 'Titre',
      travail: null,
      prevu: { titre: 'Noël', contenu: '<p>fermé</p>' },
      prevu_le: FUTURE,
    });
    expect(await api.contentVersion()).toBe(content);
    await patch({ id, travail: { titre: 'Titre' } });
    expect((await read(id)).travail).toEqual({ titre: 'Titre' });
    await patch({ id, prevoir: null });
    expect(await read(id)).toMatchObject({
      ...{ prevu: null, prevu_le: null, titre: 'Titre', travail: { contenu: '<p>fermé</p>' } },
    });
    await patch({ id, prevoir: FUTURE });
    await patch({ id, travail: { seo_titre: 'plus tard' } });
    const before = await read(id);
    await pass(id, 'prevu_le');
    const passed = await read(id);
    expect(passed).toMatchObject({
      ...{ titre: 'Titre', contenu: '<p>fermé</p>', travail: { seo_titre: 'plus tard' }, prevu: null, prevu_le: null },
      maj_le: before.maj_le,
    });
    expect(passed.montre_le > before.montre_le).toBe(true);
    // A write settles it: what is read stays as it is, and the guard of before holds.
    const garde = { site: api.tenant.siteId, majLe: before.maj_le };
    expect((await patch({ id, garde, travail: { seo_titre: 'encore' } })).status).toBe(200);
    const { travail: _, maj_le: __, ...settled } = await read(id);
    expect(passed).toMatchObject(settled);
    expect((await api.contentVersion()) > content).toBe(true);
    const [row] = (
      await api.sql(`SELECT contenu, prevu FROM ${kind} WHERE site_id = $1 AND id = $2`, [api.tenant.siteId, id])
    ).rows;
    expect(row).toEqual({ contenu: '<p>fermé</p>', prevu: null });
  });

  it('what cannot be planned', async () => {
    const id = await create();
    expect(refusalOf(await patch({ id, prevoir: FUTURE }))).toEqual([400, 'invalid_input']);
    await patch({ id, travail: { slug: `${one}-ailleurs`, titre: 'X' } });
    expect(refusalOf(await patch({ id, prevoir: FUTURE }))).toEqual([409, 'adresse_immediate']);
    await patch({ id, travail: { titre: 'X' } });
    expect(refusalOf(await patch({ id, prevoir: '2020-01-01T00:00:00Z' }))).toEqual([400, 'invalid_input']);
    expect(refusalOf(await patch({ id, prevoir: '2099-02-30T00:00:00Z' }))).toEqual([400, 'invalid_input']);
    await patch({ id, [published]: false });
    expect(refusalOf(await patch({ id, prevoir: FUTURE }))).toEqual([409, 'pas_publie']);
    expect(refusalOf(await patch({ id, retire_le: '2020-01-01T00:00:00Z' }))).toEqual([400, 'invalid_input']);
    expect(refusalOf(await patch({ id, publier: true, publie_le: LATER, retire_le: FUTURE }))).toEqual([
      400,
      'invalid_input',
    ]);
    expect(refusalOf(await patch({ id, publier: false }))).toEqual([400, 'invalid_input']);
  });

  it('beginning and end', async () => {
    const id = await create({ [published]: false });
    expect((await patch({ id, publier: true, publie_le: FUTURE, retire_le: LATER })).status).toBe(200);
    expect(await read(id)).toMatchObject({ [published]: true, publie_le: FUTURE, retire_le: LATER });
    expect(refusalOf(await patch({ id, publie_le: LATER }))).toEqual([400, 'invalid_input']);
    await patch({ id, publier: true });
    const now = await read(id);
    expect(now.retire_le).toBe(LATER);
    if (kind === 'pages') expect(now.publie_le).toBeNull();
    else expect(now.publie_le < FUTURE).toBe(true);
    await pass(id, 'retire_le');
    if (kind === 'articles') await pass(id, 'publie_le');
    const ended = await read(id);
    expect(ended).toMatchObject({ [published]: false, retire_le: null });
    await patch({ id, travail: { titre: 'T2' } });
    expect(await read(id)).toMatchObject({ [published]: false, retire_le: null, montre_le: ended.montre_le });
    await patch({ id, retire_le: LATER });
    await patch({ id, retire_le: null });
    expect((await read(id)).retire_le).toBeNull();
  });

  it('the state of a text is one word in its own answer and in the list: a draft was never shown', async () => {
    const owner = await signIn(api.vitrine, api.tenant);
    const id = await create({ [published]: false });
    const stateOf = async () => {
      const opened = { path: `/studio/${api.tenant.slug}/contenu?genre=${kind}`, headers: owner.headers };
      const { text } = await api.vitrine.ask(opened);
      const { texts } = JSON.parse(text.split(' id="donnees">')[1]?.split('<')[0] ?? '').props;
      const row = texts.find((one: { id: string }) => one.id === id);
      return [row.state[0], (await read(id)).a_paru];
    };
    const e = kind === 'pages' ? 'e' : '';
    expect(await stateOf()).toEqual(['Brouillon', false]);
    await patch({ id, publier: true, publie_le: FUTURE });
    expect(await stateOf()).toEqual([expect.stringMatching(`^Prévu${e} pour le `), true]);
    // Called off before anybody has seen it.
    await patch({ id, [published]: false });
    expect(await stateOf()).toEqual(['Brouillon', false]);
    await patch({ id, publier: true });
    expect(await stateOf()).toEqual([`Publié${e}`, true]);
    await patch({ id, [published]: false });
    expect(await stateOf()).toEqual([`Retiré${e}`, true]);
    await patch({ id, publier: true, retire_le: LATER });
    await pass(id, 'retire_le');
    if (kind === 'articles') await pass(id, 'publie_le');
    expect(await stateOf()).toEqual([`Retiré${e}`, true]);
    // A write settles the plan that has passed.
    await patch({ id, travail: { titre: 'T2' } });
    expect(await stateOf()).toEqual([`Retiré${e}`, true]);
  });

  it('an article keeps its date when it is published again; a draft gets that of its publication', async () => {
    if (kind === 'pages') return;
    const id = await create({ publie: false, publie_le: '2020-01-01T00:00:00.000000Z' });
    await patch({ id, publier: true });
    const { publie_le } = await read(id);
    expect(publie_le > '2026').toBe(true);
    await patch({ id, publie: false });
    await patch({ id, publier: true });
    expect((await read(id)).publie_le).toBe(publie_le);
    await patch({ id, publier: true, publie_le: '2021-01-01T00:00:00.000000Z' });
    expect((await read(id)).publie_le).toBe('2021-01-01T00:00:00.000000Z');
  });

  describe('a new text with the id of its client', () => {
    let id: string;
    beforeEach(() => {
      id = randomUUID();
    });
    const body = () => ({
      ...{ id, slug: `${one}-${id.slice(0, 8)}`, titre: 'Sans titre', [published]: false, ...own() },
      travail: { contenu: '<p>début</p>' },
    });

    it('sent again it is one text, and nothing changes', async () => {
      const content = await api.contentVersion();
      const first = await api.ask('POST', path, body());
      expect([first.status, first.json()]).toEqual([201, { ok: true, id, majLe: expect.stringMatching(MICROSECONDS) }]);
      const again = await api.ask('POST', path, { ...body(), travail: { contenu: '<p>autre</p>' } });
      expect([again.status, again.json()]).toEqual([201, first.json()]);
      expect((await read(id)).travail).toEqual({ contenu: '<p>début</p>' });
      expect(await api.contentVersion()).toBe(content);
      expect(await meansOf(id)).toEqual(['enregistrement']);
    });

    it('sent many times at once it is one text', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => api.ask('POST', path, body())));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect((await versions(id)).length).toBe(1);
    });

    it('the id of another kind of text is refused', async () => {
      expect(refusalOf(await api.ask('POST', path, { ...body(), id: blog_id }))).toEqual([400, 'invalid_input']);
    });
  });

  it('versions: what was there, what was saved, shown and planned, by whom', async () => {
    const id = await create();
    expect(await meansOf(id)).toEqual(['publication']);
    await api.sql('DELETE FROM versions_de_contenus WHERE site_id = $1 AND contenu_id = $2', [api.tenant.siteId, id]);
    await patch({ id, travail: { titre: 'A' } });
    await patch({ id, travail: { titre: 'B' } });
    expect(await meansOf(id)).toEqual(['enregistrement', 'origine']);
    expect(await valuesOf(id, 1)).toMatchObject({ titre: 'Titre', contenu: '<p>un</p>' });
    expect(await valuesOf(id, 2)).toMatchObject({ titre: 'B', contenu: '<p>un</p>', ...own() });
    await api.sql(
      "UPDATE versions_de_contenus SET debut_le = debut_le - interval '11 minutes' WHERE site_id = $1 AND contenu_id = $2",
      [api.tenant.siteId, id],
    );
    await patch({ id, travail: { titre: 'C' } });
    await patch({ id, prevoir: FUTURE });
    await patch({ id, contenu: '<p>tout de suite</p>' });
    expect(await meansOf(id)).toEqual(['publication', 'programmation', 'enregistrement', 'enregistrement', 'origine']);
    expect(await valuesOf(id, 4)).toMatchObject({ titre: 'C', contenu: '<p>un</p>' });
    expect(await valuesOf(id, 5)).toMatchObject({ titre: 'Titre', contenu: '<p>tout de suite</p>' });
    const [newest, ...others] = await versions(id);
    expect(newest).toEqual({
      ...{ numero: 5, moyen: 'publication', titre: 'Titre', cree_le: expect.stringMatching(MICROSECONDS) },
      auteur: others[0].auteur,
    });
    expect(newest.auteur).toEqual(expect.any(String));
    expect(others.at(-1).auteur).toBeNull();
    expect(refusalOf(await api.ask('GET', `${path}?id=${id}&version=9`))).toEqual([404, 'version_introuvable']);
  });

  it('at most fifty versions stay, the last publication among them', async () => {
    const id = await create();
    for (let n = 0; n < 55; n++) {
      await api.sql("UPDATE versions_de_contenus SET debut_le = '2020-01-01' WHERE site_id = $1 AND contenu_id = $2", [
        api.tenant.siteId,
        id,
      ]);
      await patch({ id, travail: { titre: `T${n}` } });
    }
    const means = await meansOf(id);
    expect(means).toHaveLength(50);
    expect(means.at(-1)).toBe('publication');
  });
});
