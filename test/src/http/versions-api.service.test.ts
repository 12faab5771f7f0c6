import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeUnusedTexts, trimVersions } from '../../../src/storage/history.ts';
import { type Client, createClient, refusal } from '../../support/client.ts';
import { openPools } from '../../support/database.ts';
import { sharedProgram, type TestProgram } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';

const LAYOUT = 'layout/theme.liquid';
const STYLE = 'assets/a.css';

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
const versions = async (of = id, query = '') => (await client.files(of, { query: `?versions${query}` })).json();
const tree = async (version?: number, of = id) => {
  const answer = await client.files(of, { query: version === undefined ? '' : `?version=${version}` });
  expect(answer.status).toBe(200);
  return answer.json().fichiers;
};
const fileThen = (version: number, path: string, of = id) =>
  client.files(of, { query: `?version=${version}&chemin=${encodeURIComponent(path)}` });
const restore = (version: unknown, of = id) => client.files(of, { method: 'PUT', body: { retablir: version } });
const goBack = () => client.themes('POST', { action: 'revenir' });
const published = async () => (await client.list()).find(({ role }) => role === 'publie')?.id;
const page = async () => (await vitrine.ask({ host: `${client.tenant.slug}.localhost` })).text;

describe('versions', () => {
  it('each write leaves one: number, time, who, by what, which files; the newest first', async () => {
    const { headers } = await signIn(vitrine, client.tenant);
    const email = (await client.sql('SELECT email FROM comptes WHERE id = $1', [client.tenant.accountId])).rows[0]
      ?.email;
    const inStudio = (body: object) =>
      vitrine.ask({ method: 'PUT', path: `/api/themes/${id}/fichiers`, body, headers });
    await client.put(id, STYLE, 'a');
    await client.lot(id, { ecrire: { 'assets/b.css': 'b', 'assets/c.css': 'c' }, supprimer: [STYLE] });
    await client.files(id, { method: 'DELETE', query: '?chemin=assets/c.css' });
    await inStudio({ lot: { ecrire: { 'config/settings_data.json': '{}', 'templates/autre.json': '{}' } } });
    await inStudio({ lot: { ecrire: { 'config/settings_data.json': '{ }', 'assets/b.css': 'B' } } });

    const { theme, versions: found, suite } = await versions();
    expect([theme.id, suite]).toEqual([id, undefined]);
    const key = (
      await client.sql('SELECT coalesce(nom, prefixe) AS nom FROM cles WHERE compte_id = $1', [client.tenant.accountId])
    ).rows[0]?.nom;
    expect(found.map(({ cree_le: _, ...version }: { cree_le: string }) => version).slice(0, -1)).toEqual([
      { numero: 6, auteur: email, moyen: 'lot', chemins: ['assets/b.css', 'config/settings_data.json'] },
      { numero: 5, auteur: email, moyen: 'reglages', chemins: ['config/settings_data.json', 'templates/autre.json'] },
      { numero: 4, auteur: key, moyen: 'suppression', chemins: ['assets/c.css'] },
      { numero: 3, auteur: key, moyen: 'lot', chemins: [STYLE, 'assets/b.css', 'assets/c.css'] },
      { numero: 2, auteur: key, moyen: 'fichier', chemins: [STYLE] },
    ]);
    const { numero, auteur, moyen, chemins } = found.at(-1);
    expect([numero, auteur, moyen]).toEqual([1, key, 'installation']);
    expect(chemins).toEqual((await tree(1)).map(({ chemin }: { chemin: string }) => chemin));
    expect(found[0].cree_le).toBe((await client.list())[0]?.maj_le);
  });

  it('what changes nothing leaves none', async () => {
    await client.put(id, STYLE, 'a');
    await client.lot(id, { ecrire: { [STYLE]: 'a' } });
    await client.put(id, STYLE, 'a', { siAbsent: true });
    await client.put(id, STYLE, '{{', { siEmpreinte: sha256('b') });
    await client.put(id, 'sections/a.liquid', '{% if %}');
    await client.files(id, { method: 'DELETE', query: '?chemin=assets/absent.css' });
    await client.themes('PATCH', { id, nom: 'Autre' });
    expect((await versions()).versions).toHaveLength(2);
  });

  it('imports, duplicates and working drafts begin with a version of their own', async () => {
    const archive = (await client.ask({ path: `/api/themes/${id}/export` })).json();
    const imported = (await client.ask({ method: 'POST', path: '/api/themes/importer', body: archive })).json().themeId;
    const copy = (await client.themes('POST', { action: 'dupliquer', id })).json().themeId;
    await client.publish(id);
    const draft = (await client.themes('POST', { action: 'brouillon' })).json().themeId;
    for (const [of, means] of [
      [imported, 'import'],
      [copy, 'copie'],
      [draft, 'copie'],
    ]) {
      expect((await versions(of)).versions).toMatchObject([{ numero: 1, moyen: means }]);
      expect((await tree(1, of)).map(({ empreinte }: { empreinte: string }) => empreinte)).toEqual(
        (await tree(1)).map(({ empreinte }: { empreinte: string }) => empreinte),
      );
    }
  });

  it('come fifty at a time', async () => {
    for (let n = 2; n <= 103; n++) await client.put(id, STYLE, String(n));
    const pages = [await versions()];
    while (pages.at(-1).suite !== undefined && pages.length < 10)
      pages.push(await versions(id, `&avant=${pages.at(-1).suite}`));
    expect(pages.map(({ versions: found }) => found.length)).toEqual([50, 50, 3]);
    const numbers = pages.flatMap(({ versions: found }) => found.map(({ numero }: { numero: number }) => numero));
    expect(numbers).toEqual(Array.from({ length: 103 }, (_, n) => 103 - n));
  });

  it('the tree and a file are those of then', async () => {
    const before = await tree();
    await client.put(id, STYLE, 'é € 😀\r\n');
    await client.put(id, STYLE, '');
    await client.files(id, { method: 'DELETE', query: `?chemin=${STYLE}` });
    expect(await tree(1)).toEqual(before);
    expect(await tree(4)).toEqual(before);
    expect(await tree(2)).toHaveLength(before.length + 1);
    expect((await fileThen(2, STYLE)).json().fichier).toMatchObject({
      ...{ chemin: STYLE, contenu: 'é € 😀\r\n', empreinte: sha256('é € 😀\r\n') },
    });
    expect((await fileThen(3, STYLE)).json().fichier.contenu).toBe('');
    for (const version of [1, 4]) expect(refusal(await fileThen(version, STYLE))).toEqual([404, 'fichier_introuvable']);
    expect(refusal(await fileThen(2, 'assets/\0.css'))).toEqual([404, 'fichier_introuvable']);
  });

  it.each([
    ['?version=5', 404, 'version_introuvable'],
    [`?version=5&chemin=${STYLE}`, 404, 'version_introuvable'],
    ['?version=0', 400, 'invalid_input'],
    ['?version=x', 400, 'invalid_input'],
    ['?version=1.5', 400, 'invalid_input'],
    ['?version=99999999999', 400, 'invalid_input'],
    ['?versions&avant=-1', 400, 'invalid_input'],
  ])('%s: %i %s', async (query, status, code) => {
    expect(refusal(await client.files(id, { query }))).toEqual([status, code]);
  });

  it('go with their theme, and are nobody else’s', async () => {
    const other = await createClient(vitrine);
    for (const query of ['?versions', '?version=1']) {
      expect(refusal(await other.files(id, { query }))).toEqual([404, 'introuvable']);
    }
    expect(refusal(await other.files(id, { method: 'PUT', body: { retablir: 1 } }))).toEqual([404, 'introuvable']);
    await client.put(id, STYLE, 'a');
    await client.put(id, STYLE, 'b');
    await client.themes('DELETE');
    expect((await client.ask({ method: 'DELETE', path: `/api/themes?id=${id}` })).status).toBe(200);
    for (const table of ['versions', 'fichiers_remplaces', 'fichiers']) {
      expect((await client.sql(`SELECT FROM ${table} WHERE theme_id = $1`, [id])).rows).toEqual([]);
    }
  });
});

describe('a return to a version', () => {
  it('gives the files of then, as a new version, so that the return can be undone', async () => {
    const first = await tree();
    await client.lot(id, { ecrire: { [STYLE]: 'a', [LAYOUT]: 'neuf', 'assets/b.css': 'b' } });
    const second = await tree();
    expect((await restore(1)).json()).toEqual({ ok: true, numero: 3 });
    const times = new Set((await tree()).map(({ maj_le }: { maj_le: string }) => maj_le));
    expect((await tree()).map(withoutTime)).toEqual(first.map(withoutTime));
    expect(times.size).toBe(2);
    expect((await versions()).versions[0]).toMatchObject({ moyen: 'retour', chemins: [STYLE, 'assets/b.css', LAYOUT] });
    expect((await restore(2)).json()).toEqual({ ok: true, numero: 4 });
    expect((await tree()).map(withoutTime)).toEqual(second.map(withoutTime));
    expect(await tree(1)).toEqual(first);
    expect(await tree(2)).toEqual(second);
  });

  it('to what is there already writes nothing', async () => {
    await client.put(id, STYLE, 'a');
    expect((await restore(2)).json()).toEqual({ ok: true, numero: 2, inchange: true });
    expect((await versions()).versions).toHaveLength(2);
  });

  it('of the published theme is seen at the next reload', async () => {
    await client.publish(id);
    await client.put(id, LAYOUT, 'faux');
    expect(await page()).toBe('faux');
    await restore(1);
    expect(await page()).toContain('<html');
  });

  it.each([
    [2, 404, 'version_introuvable'],
    [0, 400, 'invalid_input'],
    ['1', 400, 'invalid_input'],
    [null, 400, 'invalid_input'],
  ])('to %j: %i %s, and nothing is written', async (version, status, code) => {
    expect(refusal(await restore(version))).toEqual([status, code]);
    expect((await versions()).versions).toHaveLength(1);
  });

  it('beside writes is whole: each version is one of them', async () => {
    await client.lot(id, { ecrire: { [STYLE]: '2', 'assets/b.css': '2' } });
    const answers = await client.meet(id, () => [
      restore(1),
      client.lot(id, { ecrire: { [STYLE]: '3', 'assets/b.css': '3' } }),
      restore(2),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { versions: found } = await versions();
    for (const { numero } of found) {
      const [a, b] = await Promise.all([fileThen(numero, STYLE), fileThen(numero, 'assets/b.css')]);
      expect([a.status, a.json().fichier?.contenu]).toEqual([b.status, b.json().fichier?.contenu]);
    }
  });
});

const withoutTime = ({ maj_le: _, ...file }: { maj_le: string }) => file;

describe('what was published before', () => {
  it('is published again, with the files that visitors saw, also when both themes changed since; and back again', async () => {
    await client.put(id, LAYOUT, 'premier');
    await client.publish(id);
    const second = (await client.themes('POST', { action: 'brouillon' })).json().themeId;
    await client.put(second, LAYOUT, 'second');
    await client.publish(second);
    await client.put(id, LAYOUT, 'premier, changé');
    await client.put(second, LAYOUT, 'second, changé');

    expect((await goBack()).json()).toEqual({ ok: true, themeId: id });
    expect([await published(), await page()]).toEqual([id, 'premier']);
    expect((await versions(id)).versions[0]).toMatchObject({ numero: 4, moyen: 'retour', chemins: [LAYOUT] });
    expect((await fileThen(3, LAYOUT, id)).json().fichier.contenu).toBe('premier, changé');
    expect((await goBack()).json()).toEqual({ ok: true, themeId: second });
    expect([await published(), await page()]).toEqual([second, 'second, changé']);
  });

  it('is nothing on a site that has published one theme, and after the other was deleted: 409 aucun_precedent', async () => {
    expect(refusal(await goBack())).toEqual([409, 'aucun_precedent']);
    await client.publish(id);
    expect(refusal(await goBack())).toEqual([409, 'aucun_precedent']);
    const second = await client.install();
    await client.publish(second);
    await client.ask({ method: 'DELETE', path: `/api/themes?id=${id}` });
    expect(refusal(await goBack())).toEqual([409, 'aucun_precedent']);
    expect(await published()).toBe(second);
  });

  it('many returns at once: one theme is published, each is whole', async () => {
    const second = await client.install();
    await client.publish(id);
    await client.publish(second);
    const answers = await Promise.all(Array.from({ length: 6 }, goBack));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await published()).toBe(second);
  });

  it('needs a key that may write, and an active site', async () => {
    await client.publish(id);
    await client.publish(await client.install());
    await client.sql("UPDATE sites SET etat = 'expire' WHERE id = $1", [client.tenant.siteId]);
    expect(refusal(await goBack())).toEqual([402, 'site_inactif']);
    await client.sql("UPDATE cles SET portee = 'lecture' WHERE compte_id = $1", [client.tenant.accountId]);
    expect(refusal(await goBack())).toEqual([403, 'portee_insuffisante']);
    expect((await client.files(id, { query: '?versions' })).status).toBe(200);
  });
});

describe('what need not be kept', () => {
  const RETENTION = { atLeast: 2, atMost: 4, days: 90 };
  const old = (upTo: number, of = id) =>
    client.sql("UPDATE versions SET cree_le = now() - interval '91 days' WHERE theme_id = $1 AND numero <= $2", [
      of,
      upTo,
    ]);
  const numbers = async (of = id) => (await versions(of)).versions.map(({ numero }: { numero: number }) => numero);

  async function tidy(): Promise<void> {
    const db = openPools(vitrine.databaseUrl, 'vitrine_gestion');
    for (let after = await trimVersions(db, RETENTION, null); after; ) after = await trimVersions(db, RETENTION, after);
    for (let after: string | null = ''; after !== null; ) after = await removeUnusedTexts(db, after);
    await db.end();
  }

  it('goes: versions over a number, and old ones; the last ones stay, with their files', async () => {
    for (let n = 2; n <= 7; n++) await client.put(id, STYLE, `texte ${n}`);
    await tidy();
    expect(await numbers()).toEqual([7, 6, 5, 4]);
    expect(refusal(await fileThen(3, STYLE))).toEqual([404, 'version_introuvable']);
    expect(refusal(await restore(3))).toEqual([404, 'version_introuvable']);
    expect((await fileThen(4, STYLE)).json().fichier.contenu).toBe('texte 4');
    await old(7);
    await tidy();
    expect(await numbers()).toEqual([7, 6]);
    expect((await restore(6)).json()).toEqual({ ok: true, numero: 8 });
  });

  it('does not go while a return would publish it', async () => {
    await client.put(id, LAYOUT, 'vu');
    await client.publish(id);
    await client.publish(await client.install());
    for (let n = 0; n < 6; n++) await client.put(id, LAYOUT, `après ${n}`);
    await old(8);
    await tidy();
    expect((await numbers()).at(-1)).toBe(2);
    await goBack();
    expect(await page()).toBe('vu');
  });

  it('does not go while the next deployment is to be compared with it', async () => {
    const lot = { ecrire: { [STYLE]: 'déployé' }, deploiement: {} };
    expect((await client.lot(id, lot)).json()).toEqual({ ok: true, numero: 2 });
    for (let n = 3; n <= 9; n++) await client.put(id, STYLE, `après ${n}`);
    await old(9);
    await tidy();
    expect((await numbers()).at(-1)).toBe(2);
    expect((await fileThen(2, STYLE)).json().fichier.contenu).toBe('déployé');
    await client.lot(id, { ...lot, ecrire: { [STYLE]: 'de nouveau' } });
    await tidy();
    expect((await numbers()).at(-1)).toBeGreaterThan(2);
  });

  it('a text goes when nothing has it any more', async () => {
    const has = async (text: string) => (await client.sql('SELECT FROM textes WHERE contenu = $1', [text])).rows.length;
    const [mine, shared] = [`propre ${id}`, `partagé ${id}`];
    const other = await client.install();
    await client.put(id, STYLE, mine);
    await client.put(id, STYLE, shared);
    await client.put(other, STYLE, shared);
    await tidy();
    expect([await has(mine), await has(shared)]).toEqual([1, 1]);
    await client.ask({ method: 'DELETE', path: `/api/themes?id=${id}` });
    await tidy();
    expect([await has(mine), await has(shared)]).toEqual([0, 1]);
    expect((await client.stored(other)).find(({ chemin }) => chemin === STYLE)?.contenu).toBe(shared);
  });
});
