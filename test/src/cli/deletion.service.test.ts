import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ChangedMeanwhile, deleteAccount, type WriteArchive } from '../../../src/accounts/deletion.ts';
import { originalsOf, variantKey, variantsOf } from '../../../src/media/store/media-store.ts';
import { type MediaFiles, openMediaFiles } from '../../../src/media/store/open-store.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { listMemberships } from '../../../src/storage/members.ts';
import { fingerprintOf } from '../../../src/text/fingerprint.ts';
import { query } from '../../support/database.ts';
import { freePorts } from '../../support/free-ports.ts';
import { printedByAdmin } from '../../support/operator.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../support/public-site.ts';
import { S3Server } from '../../support/s3-server.ts';
import { signIn } from '../../support/sign-in.ts';
import { insertMedia } from '../../support/stored-media.ts';

let vitrine: TestProgram;
let folder: string;
let archive: string;
let other: Tenant;
let archives = 0;
let media: MediaFiles;
beforeAll(async () => {
  vitrine = await startTestProgram();
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
  media = await openMediaFiles({ dataDir: folder, mediaBucket: undefined });
  other = await createTenant(vitrine.databaseUrl);
});
beforeEach(() => {
  archive = join(folder, `${++archives}.json`);
});
afterAll(async () => {
  await vitrine.close();
  await rm(folder, { recursive: true });
});

const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const admin = (words: readonly string[], environment = {}) =>
  printedByAdmin(vitrine.databaseUrl, words, { DATA_DIR: folder, ...environment });
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
  const each = rows.map(
    ({ relname }) =>
      `SELECT '${relname}' AS relname WHERE EXISTS (SELECT 1 FROM ${relname} r WHERE r::text LIKE ANY ($1))`,
  );
  const found = await run(`${each.join(' UNION ALL ')} ORDER BY 1`, [words.map((word) => `%${word}%`)]);
  return found.rows.map(({ relname }) => relname);
}

/** A site with a row at least in every table that has rows of sites. */
async function fullSite(): Promise<PublicSite> {
  const site = await createPublicSite(
    vitrine,
    { 'sections/texte.liquid': `seulement ${archives} « œ » \u2028` },
    'origo',
  );
  await site.write('sections/texte.liquid', `seulement ici ${archives}`);
  await site.manage('POST', '/api/themes', { action: 'brouillon' });
  const { id } = (
    await site.manage('POST', '/api/pages', { slug: 'a-propos', titre: 'À propos', contenu: 'x'.repeat(9_000) })
  ).json();
  await site.manage('PATCH', '/api/pages', { id, travail: { titre: 'Prévu' } });
  await site.manage('PATCH', '/api/pages', { id, prevoir: '2099-01-01T00:00:00Z' });
  await site.manage('PATCH', '/api/pages', { id, travail: { titre: 'En cours' } });
  const old = (await site.manage('POST', '/api/pages', { slug: 'vieille', titre: 'Vieille', contenu: 'gardé' })).json()
    .id;
  await site.manage('DELETE', `/api/pages?id=${old}`);
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
  await run("INSERT INTO redirections (site_id, de, vers, moyen) VALUES ($1, '/vieille', '/a-propos', 'main')", [
    site.siteId,
  ]);
  await run('INSERT INTO domaines (hote, site_id) VALUES ($1, $2)', [`www.${site.slug}.fr`, site.siteId]);
  await run("INSERT INTO tentatives (genre, empreinte) VALUES ('code', $1)", [fingerprintOf(site.siteId)]);
  await addPhoto(site);
  return site;
}

/** A site with a picture, and nothing besides. */
async function siteWithPhoto(): Promise<Tenant> {
  const site = await createTenant(vitrine.databaseUrl);
  await addPhoto(site);
  return site;
}

async function addPhoto(site: Tenant): Promise<void> {
  const { empreinte } = await insertMedia(vitrine.databaseUrl, media.store, site.siteId, photoOf(site), {
    nom: 'La boutique / été.jpg',
  });
  await run("INSERT INTO variantes (site_id, empreinte, nom, octets) VALUES ($1, decode($2, 'hex'), '640.webp', 3)", [
    ...[site.siteId, empreinte],
  ]);
  await media.store.put(variantKey(site.siteId, empreinte, '640.webp'), Buffer.from('abc'));
}

const photoOf = ({ slug }: { slug: string }) => Buffer.from(`photo de ${slug}`.repeat(10_000));

async function filesOf(siteId: string): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of [originalsOf(siteId), variantsOf(siteId)]) {
    for await (const { key } of media.store.list(prefix)) keys.push(key);
  }
  return keys;
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
    expect(await filesOf(site.siteId)).toHaveLength(2);
    const medias = archive.replace('.json', '-medias');
    expect(await json(...words, '--oui')).toEqual({ slug: site.slug, archive, medias });
    expect(await filesOf(site.siteId)).toEqual([]);
    expect(await tablesWith(site.siteId, site.slug, fingerprintOf(site.siteId))).toEqual([]);
    expect([await textsOf(own), await textsOf(`seulement ${archives} « œ » \u2028`)]).toEqual([0, 0]);
    expect((await run('SELECT FROM textes LIMIT 1')).rowCount).toBe(1);
    expect((await vitrine.ask({ host: site.host, path: '/robots.txt' })).status).toBe(404);
    expect((await stat(archive)).mode & 0o777).toBe(0o600);

    const { format, sites, compte } = await read();
    expect([format, sites.length, compte]).toEqual(['service-archive', 1, undefined]);
    const [{ themes, pages, articles, demandes, medias: pictures, ...rest }] = sites;
    expect(pictures).toMatchObject([{ nom: 'La boutique / été.jpg', type: 'image/jpeg', largeur: 40 }]);
    expect(pictures[0].fichier).toBe(`${pictures[0].id}-la-boutique-ete.jpg`);
    expect((await readFile(join(medias, pictures[0].fichier))).equals(photoOf(site))).toBe(true);
    expect([(await stat(medias)).mode & 0o777, (await stat(join(medias, pictures[0].fichier))).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    expect(rest).toMatchObject({
      site: { slug: site.slug, etat: 'actif', suspendu: false, masque: false, protege: false },
      domaines: [`www.${site.slug}.fr`],
      parametres: { seo: { description: 'Du pain' } },
      menus: { principal: [{ titre: 'Accueil', url: '/' }] },
      blogs: [{ slug: 'journal' }],
      redirections: [{ de: '/vieille', vers: '/a-propos', moyen: 'main' }],
    });
    expect(rest.membres.map(({ role }: { role: string }) => role).sort()).toEqual(['lecteur', 'proprietaire']);
    expect([pages.length, articles.length, demandes[0].champs]).toEqual([2, 60, { nom: 'Zoé' }]);
    const page = pages.find(({ slug }: { slug: string }) => slug === 'a-propos');
    expect(page).toMatchObject({
      travail: { titre: 'En cours' },
      prevu: { titre: 'Prévu' },
      prevu_le: expect.any(String),
    });
    expect(rest.contenus_supprimes).toMatchObject([{ genre: 'page', titre: 'Vieille', valeurs: { contenu: 'gardé' } }]);
    expect(await readFile(archive, 'utf8')).not.toContain('"moyen":"publication"');
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

describe('the files of a library', () => {
  it('a file that is missing already is said to be so, and keeps nobody from leaving', async () => {
    const site = await siteWithPhoto();
    await media.store.remove(await filesOf(site.siteId));
    expect(await json('site', 'supprimer', site.slug, '--archive', archive, '--oui')).toEqual({
      ...{ slug: site.slug, archive },
    });
    expect((await read()).sites[0].medias).toMatchObject([{ nom: 'La boutique / été.jpg', fichier: null }]);
  });

  it('over no other folder, and without a store nothing is deleted', async () => {
    const site = await siteWithPhoto();
    const words = ['site', 'supprimer', site.slug, '--archive', archive, '--oui'];
    const medias = archive.replace('.json', '-medias');
    await writeFile(medias, 'à garder');
    await refused(words, `${medias} existe déjà`);
    await rm(medias);
    const [port] = await freePorts(1);
    await refused(words, 'hors d’atteinte (ECONNREFUSED)', {
      MEDIA_URL: `http://cle:secret@127.0.0.1:${port}/medias`,
    });
    expect(await readdir(folder)).not.toContain(basename(archive));
    expect((await run('SELECT FROM sites WHERE id = $1', [site.siteId])).rowCount).toBe(1);
  });

  it('what the store cannot remove is told, and left to the service', async () => {
    const site = await fullSite();
    const server = await S3Server.start();
    onTestFinished(() => server.close());
    const bucket = await openMediaFiles({ dataDir: folder, mediaBucket: server.address });
    await bucket.store.put(`${originalsOf(site.siteId)}x`, Buffer.from('a'));
    await bucket.close();
    // The archive's look at the file, then three attempts to list.
    server.mishaps.push({ status: 404, code: 'NoSuchKey' }, ...Array(3).fill({ status: 500, code: 'InternalError' }));
    const words = ['site', 'supprimer', site.slug, '--archive', archive, '--oui', '--json'];
    const result = JSON.parse(await admin(words, { MEDIA_URL: server.url }));
    expect(result).toEqual({ slug: site.slug, archive, fichiers_restants: true });
    expect(await tablesWith(site.siteId)).toEqual([]);
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
          const write: WriteArchive = async ({ document }) => {
            for await (const _piece of document);
          };
          await deleteAccount(client, account, { memberships, heir: null }, { write, store: media.store });
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
        {
          write: async () => {
            throw new Error('ENOSPC');
          },
          store: media.store,
        },
      ),
    );
    await expect(attempt).rejects.toThrow('ENOSPC');
    expect((await run('SELECT FROM comptes WHERE id = $1', [one.accountId])).rowCount).toBe(1);
    expect((await run('SELECT FROM sites WHERE id = $1', [one.siteId])).rowCount).toBe(1);
  });
});
