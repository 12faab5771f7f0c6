import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChangedMeanwhile, deleteAccount } from '../../../src/accounts/deletion.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { listMemberships } from '../../../src/storage/members.ts';
import { fingerprintOf } from '../../../src/text/fingerprint.ts';
import { query } from '../../support/database.ts';
import { printedByAdmin } from '../../support/operator.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../support/public-site.ts';
import { signIn } from '../../support/sign-in.ts';

let vitrine: TestProgram;
let folder: string;
let archive: string;
let other: Tenant;
let archives = 0;
beforeAll(async () => {
  vitrine = await sharedProgram();
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
  other = await createTenant(vitrine.databaseUrl);
});
beforeEach(() => {
  archive = join(folder, `${++archives}.json`);
});
afterAll(() => rm(folder, { recursive: true }));

const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const admin = (words: readonly string[], environment = {}) => printedByAdmin(vitrine.databaseUrl, words, environment);
const json = async (...words: string[]) => JSON.parse(await admin([...words, '--json']));
const refused = (words: readonly string[], sentence: string, environment = {}) =>
  expect(admin(words, environment)).rejects.toThrow(sentence);
const emailOf = async ({ accountId }: Tenant) =>
  (await run('SELECT email FROM comptes WHERE id = $1', [accountId])).rows[0].email;
const read = async (file = archive) => JSON.parse(await readFile(file, 'utf8'));
const joinSite = (siteId: string, accountId: string, role = 'proprietaire') =>
  run('INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, $3)', [siteId, accountId, role]);

/** Tables in which any column of any row has one of these words. */
async function tablesWith(...words: string[]): Promise<string[]> {
  const { rows } = await run(
    "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  );
  const found: string[] = [];
  for (const { relname } of rows) {
    const { rowCount } = await run(`SELECT FROM ${relname} r WHERE r::text LIKE ANY ($1) LIMIT 1`, [
      words.map((word) => `%${word}%`),
    ]);
    if (rowCount) found.push(relname);
  }
  return found;
}

/** A site with a row at least in every table that has rows of sites. */
async function fullSite(): Promise<PublicSite> {
  const site = await createPublicSite(vitrine, { 'sections/texte.liquid': `seulement ${archives} « œ » \u2028` });
  await site.write('sections/texte.liquid', `seulement ici ${archives}`);
  await site.manage('POST', '/api/themes', { action: 'brouillon' });
  await site.manage('POST', '/api/pages', { slug: 'a-propos', titre: 'À propos', contenu: 'x'.repeat(9_000) });
  const blog = (await site.manage('POST', '/api/blogs', { slug: 'journal', titre: 'Journal' })).json().id;
  await run(
    "INSERT INTO articles (site_id, blog_id, slug, titre) SELECT $1, $2, 'a-' || n, 'A' FROM generate_series(1, 60) n",
    [site.siteId, blog],
  );
  await site.manage('PATCH', '/api/menus', { menus: { principal: [{ titre: 'Accueil', url: '/' }] } });
  await site.manage('PATCH', '/api/parametres/seo', { valeurs: { description: 'Du pain' } });
  await run("INSERT INTO demandes (site_id, page, champs, ordre) VALUES ($1, '/', $2, $3)", [
    ...[site.siteId, '{"nom": "Zoé"}', ['nom']],
  ]);
  await run('INSERT INTO domaines (hote, site_id) VALUES ($1, $2)', [`www.${site.slug}.fr`, site.siteId]);
  await run("INSERT INTO tentatives (genre, empreinte) VALUES ('code', $1)", [fingerprintOf(site.siteId)]);
  return site;
}

describe('site supprimer', () => {
  it('writes the archive, then nothing of the site is left in any table, and texts of its own are gone', async () => {
    const site = await fullSite();
    await joinSite(site.siteId, other.accountId, 'lecteur');
    const textsOf = async (text: string) => (await run('SELECT FROM textes WHERE contenu = $1', [text])).rowCount;
    const own = `seulement ici ${archives}`;
    const { rows: before } = await run('SELECT chemin, contenu FROM fichiers_complets WHERE theme_id = $1', [
      site.themeId,
    ]);
    expect(await textsOf(own)).toBe(1);

    const words = ['site', 'supprimer', site.slug, '--archive', archive];
    await refused(words, 'Personne n’est au terminal');
    expect((await site.visit()).status).toBe(200);
    expect(await json(...words, '--oui')).toEqual({ slug: site.slug, archive });
    expect(await tablesWith(site.siteId, site.slug, fingerprintOf(site.siteId))).toEqual([]);
    expect([await textsOf(own), await textsOf(`seulement ${archives} « œ » \u2028`)]).toEqual([0, 0]);
    expect((await run('SELECT FROM textes LIMIT 1')).rowCount).toBe(1);
    expect((await vitrine.ask({ host: site.host, path: '/robots.txt' })).status).toBe(404);
    expect((await stat(archive)).mode & 0o777).toBe(0o600);

    const { format, sites, compte } = await read();
    expect([format, sites.length, compte]).toEqual(['service-archive', 1, undefined]);
    const [{ themes, pages, articles, demandes, ...rest }] = sites;
    expect(rest).toMatchObject({
      site: { slug: site.slug, etat: 'actif', suspendu: false, masque: false, protege: false },
      domaines: [`www.${site.slug}.fr`],
      parametres: { seo: { description: 'Du pain' } },
      menus: { principal: [{ titre: 'Accueil', url: '/' }] },
      blogs: [{ slug: 'journal' }],
    });
    expect(rest.membres.map(({ role }: { role: string }) => role).sort()).toEqual(['lecteur', 'proprietaire']);
    expect([pages.length, articles.length, demandes[0].champs]).toEqual([2, 60, { nom: 'Zoé' }]);
    expect(new Set(articles.map(({ slug }: { slug: string }) => slug)).size).toBe(60);
    expect(themes.map(({ role }: { role: string }) => role)).toEqual(['publie', 'brouillon']);
    const files = Object.fromEntries(before.map(({ chemin, contenu }) => [chemin, contenu]));
    expect(themes[0].archive.fichiers).toEqual(files);

    const imported = await vitrine.ask({
      ...{ method: 'POST', path: '/api/themes/importer', key: other.key, body: themes[0].archive },
    });
    expect(imported.status).toBe(201);
    const { rows: after } = await run('SELECT chemin, contenu FROM fichiers_complets WHERE theme_id = $1', [
      imported.json().themeId,
    ]);
    expect(Object.fromEntries(after.map(({ chemin, contenu }) => [chemin, contenu]))).toEqual(files);
  });

  it('over no other file, and in no folder that is not there: nothing is deleted', async () => {
    const { slug, siteId } = await createTenant(vitrine.databaseUrl);
    await writeFile(archive, 'à garder');
    const words = ['site', 'supprimer', slug, '--oui', '--archive'];
    await refused([...words, archive], 'existe déjà');
    expect(await readFile(archive, 'utf8')).toBe('à garder');
    await refused([...words, join(folder, 'absent', 'a.json')], 'n’existe pas');
    expect((await run('SELECT FROM sites WHERE id = $1', [siteId])).rowCount).toBe(1);
    await refused([...words, `${archive}.2`], 'site témoin', { SANTE_SITE_TEMOIN: slug });
  });
});

describe('compte supprimer', () => {
  /** An account with a site of its own, one with another owner, and one that it only edits. */
  async function member() {
    const tenant = await createTenant(vitrine.databaseUrl);
    const [shared, edited] = [await createTenant(vitrine.databaseUrl), await createTenant(vitrine.databaseUrl)];
    await joinSite(shared.siteId, tenant.accountId);
    await joinSite(edited.siteId, tenant.accountId, 'editeur');
    const session = await signIn(vitrine, tenant);
    const email = await emailOf(tenant);
    const headers = { ...session.headers, 'x-service-site-cible': edited.slug };
    const installed = await vitrine.ask({
      ...{ method: 'POST', path: '/api/themes', headers, body: { action: 'installer', origine: 'vela' } },
    });
    expect(installed.status).toBe(201);
    // By a key without a name.
    const byKey = { key: tenant.key, headers: { 'x-service-site-cible': edited.slug } };
    await vitrine.ask({
      ...{ method: 'POST', path: '/api/themes', ...byKey, body: { action: 'installer', origine: 'vela' } },
    });
    expect((await run('SELECT FROM versions WHERE auteur = $1', [tenant.key.slice(0, 12)])).rowCount).toBe(1);
    await run('INSERT INTO tentatives (genre, empreinte) VALUES ($1, $2)', ['compte', fingerprintOf(email)]);
    return { ...tenant, email, shared, edited };
  }
  const traces = ({ accountId, email, key }: { accountId: string; email: string; key: string }) =>
    tablesWith(accountId, email, fingerprintOf(email), key.slice(0, 12));
  const ownersOf = async ({ siteId }: Tenant) =>
    (await run("SELECT compte_id FROM membres WHERE site_id = $1 AND role = 'proprietaire'", [siteId])).rows.map(
      ({ compte_id }) => compte_id,
    );

  it('names the sites that would have no owner, and gives them to another account', async () => {
    const one = await member();
    const words = ['compte', 'supprimer', one.email, '--oui', '--archive', archive];
    await refused(words, `seul propriétaire de ${one.slug} :`);
    await refused([...words, '--transferer-a', one.email], 'à supprimer lui-même');
    await run('UPDATE sites SET hors_ligne = $2 WHERE id = $1', [
      ...[one.siteId, JSON.stringify({ [one.accountId]: { genre: 'loi', motif: 'm', le: '2026-01-01T00:00:00Z' } })],
    ]);
    await joinSite(one.siteId, other.accountId, 'lecteur');
    expect(await json(...words, '--transferer-a', await emailOf(other))).toEqual({
      ...{ email: one.email, archive, supprimes: [], transferes: [one.slug] },
      quittes: [one.shared.slug, one.edited.slug].sort(),
    });
    expect(await traces(one)).toEqual([]);
    expect(await ownersOf(one)).toEqual([other.accountId]);
    expect(await ownersOf(one.shared)).toEqual([one.shared.accountId]);
    // It stays off.
    expect((await vitrine.ask({ host: `${one.slug}.localhost` })).status).toBe(451);
    const { compte, sites } = await read();
    expect(compte).toMatchObject({ email: one.email, type: 'client', cles: [{ portee: 'themes' }] });
    expect([compte.membre_de.length, sites]).toEqual([3, []]);
    expect(JSON.stringify(compte)).not.toMatch(/argon2|empreinte|mot_de_passe/);
    expect((await vitrine.ask({ path: '/api/themes', key: one.key })).status).toBe(401);
  });

  it('--avec-ses-sites deletes those, and no site that has another owner', async () => {
    const one = await member();
    const words = ['compte', 'supprimer', one.email, '--oui', '--archive', archive];
    await refused([...words, '--avec-ses-sites', '--transferer-a', await emailOf(other)], 'pas les deux');
    const result = await json(...words, '--avec-ses-sites');
    expect(result).toMatchObject({ supprimes: [one.slug], transferes: [] });
    expect(await traces(one)).toEqual([]);
    expect(await tablesWith(one.siteId)).toEqual([]);
    expect(await ownersOf(one.shared)).toEqual([one.shared.accountId]);
    expect((await read()).sites.map(({ site }: { site: { slug: string } }) => site.slug)).toEqual([one.slug]);
  });

  it('of the owners of a site that are all deleted at once, one stays', async () => {
    const owners = [await createTenant(vitrine.databaseUrl)];
    const [{ siteId }] = owners as [Tenant];
    for (let n = 0; n < 4; n++) {
      const tenant = await createTenant(vitrine.databaseUrl);
      await run('DELETE FROM sites WHERE id = $1', [tenant.siteId]);
      await joinSite(siteId, tenant.accountId);
      owners.push(tenant);
    }
    const plans = await Promise.all(
      owners.map(async (owner) => ({
        account: { id: owner.accountId, email: await emailOf(owner) },
        memberships: (await run('SELECT id, slug, false AS seul FROM sites WHERE id = $1', [siteId])).rows,
      })),
    );
    const outcomes = await Promise.allSettled(
      plans.map(({ account, memberships }) =>
        withConnection('DATABASE_URL', vitrine.databaseUrl, async (client) => {
          expect(await listMemberships(client, account.id)).toHaveLength(1);
          await deleteAccount(client, account, { memberships, heir: null }, async (pieces) => {
            for await (const _piece of pieces);
          });
        }),
      ),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => reason)).toEqual([expect.any(ChangedMeanwhile)]);
    expect((await run('SELECT FROM membres WHERE site_id = $1', [siteId])).rowCount).toBe(1);
  });

  it('an archive that cannot be written whole deletes nothing', async () => {
    const one = await createTenant(vitrine.databaseUrl);
    const account = { id: one.accountId, email: await emailOf(one) };
    const attempt = withConnection('DATABASE_URL', vitrine.databaseUrl, async (client) =>
      deleteAccount(
        client,
        account,
        { memberships: await listMemberships(client, account.id), heir: null },
        async () => {
          throw new Error('ENOSPC');
        },
      ),
    );
    await expect(attempt).rejects.toThrow('ENOSPC');
    expect((await run('SELECT FROM comptes WHERE id = $1', [one.accountId])).rowCount).toBe(1);
    expect((await run('SELECT FROM sites WHERE id = $1', [one.siteId])).rowCount).toBe(1);
  });
});
