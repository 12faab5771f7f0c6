import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as startRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keepHeld } from '../../../src/accounts/account-end.ts';
import { ChangedMeanwhile, deleteDueSite } from '../../../src/accounts/deletion.ts';
import { deleteNextDueSite } from '../../../src/accounts/due-sites.ts';
import { DnsQuestions } from '../../../src/domains/dns-questions.ts';
import { type MediaFiles, openMediaFiles } from '../../../src/media/store/open-store.ts';
import { lockAccount } from '../../../src/storage/accounts.ts';
import { withConnection } from '../../../src/storage/database.ts';
import { enqueueMail } from '../../../src/storage/mails.ts';
import { keepSite } from '../../../src/storage/offline-sites.ts';
import { openRolePools, type RolePools } from '../../../src/storage/role-pools.ts';
import { Upkeep } from '../../../src/themes/upkeep.ts';
import { query } from '../../support/database.ts';
import { letAccountDayCome, sweepAccounts } from '../../support/due-accounts.ts';
import { ask as request } from '../../support/http.ts';
import { oneTimeCode } from '../../support/one-time-code.ts';
import { printedByAdmin } from '../../support/operator.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { createPublicSite } from '../../support/public-site.ts';
import { addApplication, askSecurity, proveByMail } from '../../support/second-factor.ts';
import { PASSWORD, type SignedIn, signIn } from '../../support/sign-in.ts';
import { insertMedia } from '../../support/stored-media.ts';
import { until } from '../../support/until.ts';
import { readZip } from '../../support/zip.ts';

const WITNESS = 'temoin';
const WAITING =
  "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%efface_le <=%FOR UPDATE%'";

const HOLDING =
  "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'SELECT id FROM sites WHERE id = ANY%FOR UPDATE'";

let vitrine: TestProgram;
let folder: string;
let media: MediaFiles;
let service: RolePools;
let tenant: Tenant;
let here: SignedIn;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ends-'));
  vitrine = await startTestProgram({
    ...{ DATA_DIR: folder, SANTE_SITE_TEMOIN: WITNESS },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'vitrine@exemple.fr', BASE_URL: 'http://127.0.0.1' },
  });
  media = await openMediaFiles({ dataDir: folder, mediaBucket: undefined });
  service = openRolePools(vitrine.databaseUrl, 'vitrine_service');
});
afterAll(async () => {
  await service.end();
  await vitrine.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  tenant = await createTenant(vitrine.databaseUrl);
  here = await signIn(vitrine, tenant);
});

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
const admin = (...words: string[]) => printedByAdmin(vitrine.databaseUrl, words, { DATA_DIR: folder });
const ask = (method: string, path: string, body?: unknown, { who = here, site = tenant.slug } = {}) =>
  vitrine.ask({ method, path, body, headers: { ...who.headers, 'x-service-site-cible': site } });
const refusal = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [status, json().error];
const nameOf = async (id = tenant.siteId) => (await sql('SELECT nom FROM sites WHERE id = $1', [id]))[0].nom;
const askDeletion = async (site = tenant) =>
  ask('POST', '/api/site/suppression', { nom: await nameOf(site.siteId) }, { site: site.slug });
const emailOf = async ({ accountId }: Tenant) =>
  (await sql('SELECT email FROM comptes WHERE id = $1', [accountId]))[0].email;
const addMember = ({ siteId }: Tenant, { accountId }: Tenant, role = 'proprietaire') =>
  sql('INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, $3)', [siteId, accountId, role]);
const isThere = async ({ siteId }: Tenant) => (await sql('SELECT id FROM sites WHERE id = $1', [siteId])).length === 1;
const mailOf = (to: string, kind: string) =>
  sql('SELECT donnees FROM courriels WHERE destinataire = $1 AND genre = $2', [to, kind]);
const letDayCome = ({ siteId }: Tenant) =>
  sql("UPDATE sites SET efface_le = now() - interval '1 s' WHERE id = $1", [siteId]);
async function sweep(): Promise<void> {
  const log = { warn: () => undefined };
  for (let after: string | null = ''; after !== null; ) {
    after = await deleteNextDueSite({ service, store: media.store, witness: WITNESS, log }, after);
  }
}

const ROUTES = [
  ['PUT', '/api/site/hors-ligne', {}],
  ['DELETE', '/api/site/hors-ligne', undefined],
  ['POST', '/api/site/suppression', { nom: 'x' }],
  ['DELETE', '/api/site/suppression', undefined],
  ['GET', '/api/site/archive', undefined],
] as const;

describe('what owners alone do', () => {
  it.each(ROUTES)('%s %s is refused to other members and to keys', async (method, path, body) => {
    const editor = await createTenant(vitrine.databaseUrl);
    await addMember(tenant, editor, 'editeur');
    const who = await signIn(vitrine, editor);
    expect(refusal(await ask(method, path, body, { who }))).toEqual([403, 'role_insuffisant']);
    expect(refusal(await vitrine.ask({ method, path, body, key: tenant.key }))).toEqual([401, 'unauthorized']);
  });
});

describe('a site taken off by its owner', () => {
  it('is closed at the next request and takes writes; only an owner opens it again', async () => {
    const site = await createPublicSite(vitrine);
    const mine = { who: await signIn(vitrine, site), site: site.slug };
    expect((await site.visit('/')).status).toBe(200);
    expect((await ask('PUT', '/api/site/hors-ligne', { motif: 'Congés d’été' }, mine)).status).toBe(200);
    const closed = await site.visit('/');
    expect([closed.status, closed.headers['retry-after']]).toEqual([503, '3600']);
    expect(closed.text).not.toContain('Congés');
    expect((await site.visit('/llms.txt')).status).toBe(404);
    expect((await site.manage('POST', '/api/pages', { slug: 'encore', titre: 'Encore', contenu: '' })).status).toBe(
      201,
    );
    await admin('site', 'hors-ligne', site.slug, '--motif', 'plainte');
    expect((await ask('DELETE', '/api/site/hors-ligne', undefined, mine)).status).toBe(200);
    expect((await site.visit('/')).status).toBe(503);
    await ask('PUT', '/api/site/hors-ligne', {}, mine);
    expect(await admin('site', 'en-ligne', site.slug)).toContain('lui seul le rouvre');
    expect((await site.visit('/')).status).toBe(503);
    await ask('DELETE', '/api/site/hors-ligne', undefined, mine);
    expect((await site.visit('/')).status).toBe(200);
  });
});

describe('a site deleted by its owner', () => {
  it('asks for its name, waits thirty days as offline, takes writes, is no default site, and can be kept', async () => {
    expect(refusal(await ask('POST', '/api/site/suppression', { nom: 'autre' }))).toEqual([400, 'nom_different']);
    const colleague = await createTenant(vitrine.databaseUrl);
    await addMember(tenant, colleague);
    const { efface_le } = (await askDeletion()).json();
    expect((await askDeletion()).json().efface_le).toBe(efface_le);
    const [{ days, reasons }] = await sql(
      "SELECT round(extract(epoch FROM efface_le - now()) / 86400) AS days, hors_ligne ? 'suppression' AS reasons FROM sites WHERE id = $1",
      [tenant.siteId],
    );
    expect([Number(days), reasons]).toEqual([30, true]);
    for (const owner of [tenant, colleague]) {
      expect(await mailOf(await emailOf(owner), 'site_supprime')).toEqual([
        { donnees: { par: await emailOf(tenant), efface_le } },
      ]);
    }
    const page = { slug: 'encore', titre: 'Encore', contenu: '' };
    expect((await ask('POST', '/api/pages', page)).status).toBe(201);
    const unnamed = await vitrine.ask({ path: '/api/pages', headers: here.headers });
    expect(refusal(unnamed)).toEqual([409, 'no_site']);
    expect((await ask('DELETE', '/api/site/suppression')).status).toBe(200);
    expect(refusal(await ask('DELETE', '/api/site/suppression'))).toEqual([404, 'introuvable']);
    expect(await sql('SELECT efface_le, hors_ligne FROM sites WHERE id = $1', [tenant.siteId])).toEqual([
      { efface_le: null, hors_ligne: null },
    ]);
  });

  it('goes on its day, with its files, and its slug is free', async () => {
    const { key } = await insertMedia(vitrine.databaseUrl, media.store, tenant.siteId, Buffer.from('photo'));
    const kept = await createTenant(vitrine.databaseUrl);
    await askDeletion();
    await sweep();
    expect(await isThere(tenant)).toBe(true);
    await letDayCome(tenant);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect([await isThere(tenant), await isThere(kept)]).toEqual([false, true]);
    expect(await sql('SELECT slug FROM slugs WHERE slug = $1', [tenant.slug])).toEqual([]);
    expect(await media.store.stream(key)).toBeNull();
  });

  it('stays when it is kept beside the sweep, or goes whole', async () => {
    const sites = await Promise.all(Array.from({ length: 6 }, () => createTenant(vitrine.databaseUrl)));
    const owners = await Promise.all(sites.map((site) => signIn(vitrine, site)));
    for (const [n, site] of sites.entries()) {
      await ask(
        'POST',
        '/api/site/suppression',
        { nom: await nameOf(site.siteId) },
        { who: owners[n], site: site.slug },
      );
      await letDayCome(site);
    }
    const keeping = sites.map(async ({ slug }, n) =>
      ask('DELETE', '/api/site/suppression', undefined, { who: owners[n], site: slug }),
    );
    const [answers] = await Promise.all([Promise.all(keeping), sweep()]);
    for (const [n, site] of sites.entries()) expect(await isThere(site)).toBe(answers[n]?.status === 200);
  });

  it('stays when it is kept while its deletion waits for it', async () => {
    await askDeletion();
    await letDayCome(tenant);
    const deletion = await withConnection('DATABASE_URL', vitrine.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await keepSite(client, tenant.siteId);
      const over = deleteDueSite(service, tenant.siteId, media.store).catch((error) => error);
      await until('the deletion waits', async () => (await sql(WAITING)).length > 0);
      await client.query('COMMIT');
      return over;
    });
    expect(deletion).toBeInstanceOf(ChangedMeanwhile);
    expect(await isThere(tenant)).toBe(true);
  });

  it('goes beside writes without an error of the database, and nothing of it is left', async () => {
    await askDeletion();
    await letDayCome(tenant);
    const writes = Array.from({ length: 12 }, (_, n) =>
      request({
        ...{ port: vitrine.port, method: 'POST', path: '/api/pages' },
        body: { slug: `page-${n}`, titre: 'Page', contenu: 'x' },
        headers: { ...here.headers, 'x-service-site-cible': tenant.slug },
      }),
    );
    const [answers] = await Promise.all([Promise.all(writes), sweep()]);
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    await sweep();
    expect(await isThere(tenant)).toBe(false);
    expect(await sql('SELECT id FROM pages WHERE site_id = $1', [tenant.siteId])).toEqual([]);
  });

  it('is not the site that health checks visit', async () => {
    await sql('INSERT INTO slugs (slug, site_id) VALUES ($1, $2)', [WITNESS, tenant.siteId]);
    expect(refusal(await askDeletion())).toEqual([400, 'invalid_input']);
    const end = { mot_de_passe: PASSWORD, sites: [tenant.slug] };
    expect(refusal(await ask('DELETE', '/api/compte', end))).toEqual([400, 'invalid_input']);
    await sql('DELETE FROM slugs WHERE slug = $1', [WITNESS]);
  });

  it('is shown to operators with its day, and they can keep it', async () => {
    await askDeletion();
    expect(await admin('site', 'montrer', tenant.slug)).toMatch(
      /supprimé par son propriétaire[\s\S]*si personne ne le garde/,
    );
    expect(await admin('site', 'en-ligne', tenant.slug)).toContain(`site garder ${tenant.slug}`);
    await admin('site', 'garder', tenant.slug);
    expect(await sql('SELECT efface_le, hors_ligne FROM sites WHERE id = $1', [tenant.siteId])).toEqual([
      { efface_le: null, hors_ligne: null },
    ]);
    await expect(admin('site', 'garder', tenant.slug)).rejects.toThrow('n’attend pas');
  });
});

describe('archives', () => {
  it('have all of a site, and no file is left', async () => {
    const site = await createPublicSite(vitrine, { 'sections/texte.liquid': 'Bonjour « œ »' });
    const { id } = await insertMedia(vitrine.databaseUrl, media.store, site.siteId, Buffer.from('les octets'), {
      nom: 'Café d’été.jpg',
    });
    const who = await signIn(vitrine, site);
    const answer = await ask('GET', '/api/site/archive', undefined, { who, site: site.slug });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="site-[a-z0-9-]+\.zip"$/);
    const files = readZip(answer.bytes);
    const document = JSON.parse(String(files.get('archive.json')));
    const [held] = document.sites;
    const picture = `medias/${held.medias[0].fichier}`;
    expect([...files.keys()]).toEqual([picture, 'archive.json']);
    expect([held.site.slug, held.medias[0].id, String(files.get(picture))]).toEqual([site.slug, id, 'les octets']);
    const imported = await site.manage('POST', '/api/themes/importer', held.themes[0].archive);
    expect(imported.status).toBe(201);
    expect(await readdir(media.arrivals.folder)).toEqual([]);
  });

  it('are made one at a time of an account', async () => {
    const asked = await Promise.all(Array.from({ length: 6 }, () => ask('GET', '/api/site/archive')));
    const states = asked.map(({ status }) => status);
    expect([states.includes(200), states.includes(503), states.every((status) => [200, 503].includes(status))]).toEqual(
      [true, true, true],
    );
    expect((await ask('GET', '/api/site/archive')).status).toBe(200);
  });

  it('end with their client, and leave nothing', async () => {
    await insertMedia(vitrine.databaseUrl, media.store, tenant.siteId, Buffer.alloc(8_000_000, 'x'));
    for (let round = 0; round < 3; round++) {
      const question = { host: '127.0.0.1', port: vitrine.port, path: '/api/site/archive' };
      const asking = startRequest({ ...question, headers: { ...here.headers, 'x-service-site-cible': tenant.slug } });
      asking.on('error', () => undefined);
      // The first is gone before its archive is made, the others while they read it.
      if (round === 0) asking.end(() => asking.destroy());
      else {
        const [answer] = await once(asking.end(), 'response');
        const closed = new Promise((resolve) => answer.once('close', resolve));
        answer.once('data', () => asking.destroy()).on('error', () => undefined);
        await closed;
      }
      const next = () => ask('GET', '/api/site/archive');
      const whole = await until('another is admitted', async () => {
        const answer = await next();
        return answer.status === 200 && answer;
      });
      expect(whole.bytes.length).toBeGreaterThan(8_000_000);
      expect(await readdir(media.arrivals.folder)).toEqual([]);
    }
  });

  it('have an account without secrets, with the sites that it alone owns', async () => {
    const shared = await createTenant(vitrine.databaseUrl);
    await addMember(shared, tenant);
    const text = String(readZip((await ask('GET', '/api/compte/archive')).bytes).get('archive.json'));
    const document = JSON.parse(text);
    expect(document.compte.email).toBe(await emailOf(tenant));
    expect(document.compte.membre_de.map(({ slug }: { slug: string }) => slug).sort()).toEqual(
      [tenant.slug, shared.slug].sort(),
    );
    expect(document.sites.map(({ site }: { site: { slug: string } }) => site.slug)).toEqual([tenant.slug]);
    const [{ mot_de_passe }] = await sql('SELECT mot_de_passe FROM comptes WHERE id = $1', [tenant.accountId]);
    expect(text).not.toContain(mot_de_passe);
  });
});

describe('DELETE /api/compte', () => {
  const end = (more: object = {}, options = {}) =>
    ask('DELETE', '/api/compte', { mot_de_passe: PASSWORD, sites: [tenant.slug], ...more }, options);
  /** The same with the proof that it takes, a code that came by mail. */
  const provenEnd = async (more: object = {}, { who = here, ...options } = {}) => {
    await proveByMail(vitrine, who);
    return end(more, { who, ...options });
  };
  const keep = (who = here) => ask('DELETE', '/api/compte/suppression', undefined, { who });
  const isAccount = async ({ accountId }: Tenant) =>
    (await sql('SELECT id FROM comptes WHERE id = $1', [accountId])).length === 1;
  const siteGoesAt = async ({ siteId }: Tenant) =>
    (
      await sql(
        `SELECT to_char(efface_le AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at FROM sites WHERE id = $1`,
        [siteId],
      )
    )[0]?.at;
  const accountDay = ({ accountId }: Tenant) => letAccountDayCome(vitrine.databaseUrl, accountId);
  const sweepBoth = (witness?: string) => sweepAccounts(service, media.store, witness);

  it('asks for the password, for a proof, and for the sites that go with it; then all wait, and no session is left', async () => {
    const shared = await createTenant(vitrine.databaseUrl);
    await addMember(shared, tenant);
    expect(refusal(await end({ mot_de_passe: 'un autre mot de passe' }))).toEqual([403, 'mot_de_passe_incorrect']);
    for (const sites of [[], [tenant.slug, shared.slug], [shared.slug]]) {
      const refused = await end({ sites });
      expect(refusal(refused)).toEqual([409, 'dernier_proprietaire']);
      expect(refused.json().message).toContain(tenant.slug);
    }
    expect(refusal(await end())).toEqual([403, 'preuve_requise']);
    expect([await isAccount(tenant), await siteGoesAt(tenant)]).toEqual([true, null]);

    const address = await emailOf(tenant);
    const other = await signIn(vitrine, tenant);
    const answer = await provenEnd({ sites: [tenant.siteId.toUpperCase()] });
    const { efface_le } = answer.json();
    expect([answer.status, answer.json()]).toEqual([200, { ok: true, efface_le }]);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/Max-Age=0/);
    const [row] = await sql(
      `SELECT round(extract(epoch FROM efface_le - now()) / 86400) AS days, efface_appui_le = confirme_le AS is_strong
       FROM comptes WHERE id = $1`,
      [tenant.accountId],
    );
    expect([Number(row.days), row.is_strong]).toEqual([30, true]);
    expect([await siteGoesAt(tenant), await siteGoesAt(shared)]).toEqual([efface_le, null]);
    expect((await sql('SELECT hors_ligne FROM sites WHERE id = $1', [tenant.siteId]))[0].hors_ligne).toHaveProperty(
      'suppression',
    );
    expect(await mailOf(address, 'compte_supprime')).toHaveLength(1);
    expect(await mailOf(address, 'site_supprime')).toEqual([]);
    for (const who of [here, other])
      expect(refusal(await ask('GET', '/api/compte', undefined, { who }))).toEqual([401, 'unauthorized']);
  });

  it('asks who has a second factor for that, however well the password is known', async () => {
    const secret = await addApplication(vitrine, here, tenant.accountId);
    await sql("UPDATE sessions SET preuve_forte_le = preuve_forte_le - interval '11 minutes' WHERE compte_id = $1", [
      tenant.accountId,
    ]);
    expect((await askSecurity(vitrine, here, 'POST', '/preuve', { mot_de_passe: PASSWORD })).status).toBe(200);
    expect(refusal(await end())).toEqual([403, 'preuve_requise']);
    expect((await askSecurity(vitrine, here, 'POST', '/preuve', { code: oneTimeCode(secret) })).status).toBe(200);
    expect((await end()).status).toBe(200);
  });

  it('lets the person sign in meanwhile, who reads when it goes; a second deletion changes no day', async () => {
    const { efface_le } = (await provenEnd()).json();
    const back = await signIn(vitrine, tenant);
    expect((await ask('GET', '/api/compte', undefined, { who: back })).json().efface_le).toBe(efface_le);
    const page = await vitrine.ask({ path: '/studio/compte', headers: back.headers });
    expect(page.text).toContain('Garder mon compte');
    expect(page.text).not.toContain('Supprimer ce compte');
    const archive = await ask('GET', '/api/compte/archive', undefined, { who: back });
    expect(JSON.parse(String(readZip(archive.bytes).get('archive.json'))).compte.efface_le).toBe(efface_le);
    expect(await admin('compte', 'montrer', await emailOf(tenant))).toContain('s’efface le');

    expect((await provenEnd({}, { who: back })).json()).toEqual({ ok: true, efface_le });
    expect(await siteGoesAt(tenant)).toBe(efface_le);
    expect(await mailOf(await emailOf(tenant), 'compte_supprime')).toHaveLength(1);
  });

  it('is taken back with the sites that waited because of it, and with no other one', async () => {
    const before = await createTenant(vitrine.databaseUrl);
    await sql('UPDATE membres SET compte_id = $2 WHERE site_id = $1', [before.siteId, tenant.accountId]);
    expect(refusal(await keep())).toEqual([404, 'introuvable']);
    const earlier = (await askDeletion(before)).json().efface_le;
    await provenEnd({ sites: [tenant.slug, before.slug] });
    const back = await signIn(vitrine, tenant);
    expect((await keep(back)).status).toBe(200);
    expect((await ask('GET', '/api/compte', undefined, { who: back })).json().efface_le).toBeNull();
    expect(await sql('SELECT efface_le, hors_ligne FROM sites WHERE id = $1', [tenant.siteId])).toEqual([
      { efface_le: null, hors_ligne: null },
    ]);
    expect(await siteGoesAt(before)).toBe(earlier);
    expect(refusal(await keep(back))).toEqual([404, 'introuvable']);
    expect(
      await sql("SELECT acte FROM journal WHERE site_id = $1 AND acte LIKE 'site_%' ORDER BY fait_le", [tenant.siteId]),
    ).toEqual([{ acte: 'site_supprime' }, { acte: 'site_garde' }]);
  });

  it('is carried out on its day, once by several instances: what nobody else owns goes, the rest stays', async () => {
    const shared = await createTenant(vitrine.databaseUrl);
    await addMember(shared, tenant);
    const { key } = await insertMedia(vitrine.databaseUrl, media.store, tenant.siteId, Buffer.from('photo'));
    const address = await emailOf(tenant);
    await provenEnd();
    await sweepBoth();
    expect(await isAccount(tenant)).toBe(true);
    await accountDay(tenant);
    const warnings = (await Promise.all([sweepBoth(), sweepBoth(), sweepBoth()])).flat();
    expect(warnings).toEqual([]);
    expect([await isAccount(tenant), await isThere(tenant), await isThere(shared)]).toEqual([false, false, true]);
    expect(await media.store.stream(key)).toBeNull();
    expect(
      await sql("SELECT FROM journal WHERE site_id = $1 AND acte = 'compte_supprime'", [shared.siteId]),
    ).toHaveLength(1);
    // The last message is about an account that is gone.
    expect(await sql('SELECT genre, compte_id FROM courriels WHERE destinataire = $1', [address])).toEqual([
      { genre: 'compte_supprime', compte_id: null },
    ]);
    expect(refusal(await vitrine.ask({ method: 'GET', path: '/api/pages', key: tenant.key }))).toEqual([
      401,
      'unauthorized',
    ]);
  });

  it('takes its sites with it in one act: none of them goes before, by the sweep of sites', async () => {
    await provenEnd();
    await accountDay(tenant);
    await sweep();
    expect(await isThere(tenant)).toBe(true);
    const back = await signIn(vitrine, tenant);
    expect((await keep(back)).status).toBe(200);
    await Promise.all([sweep(), sweepBoth()]);
    expect([await isAccount(tenant), await isThere(tenant), await siteGoesAt(tenant)]).toEqual([true, true, null]);
  });

  it('leaves a site that the person has handed over meanwhile to its new owner', async () => {
    const heir = await createTenant(vitrine.databaseUrl);
    await provenEnd();
    await addMember(tenant, heir);
    await ask('DELETE', '/api/site/suppression', undefined, { who: await signIn(vitrine, heir) });
    await accountDay(tenant);
    await sweepBoth();
    expect([await isAccount(tenant), await isThere(tenant)]).toEqual([false, true]);
  });

  it('stays with the site that health checks visit, and the log says so', async () => {
    await provenEnd();
    await accountDay(tenant);
    await sql('INSERT INTO slugs (slug, site_id) VALUES ($1, $2)', [WITNESS, tenant.siteId]);
    const other = await createTenant(vitrine.databaseUrl);
    await provenEnd({ sites: [other.slug] }, { who: await signIn(vitrine, other) });
    await accountDay(other);
    expect(await sweepBoth(WITNESS)).toEqual([{ account: tenant.accountId }]);
    expect([await isAccount(tenant), await isThere(tenant), await isAccount(other)]).toEqual([true, true, false]);
    await sql('DELETE FROM slugs WHERE slug = $1', [WITNESS]);
  });

  it('happens once of two at once', async () => {
    await proveByMail(vitrine, here);
    const answers = await Promise.all([end(), end()]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([401, 403]).toContain(statuses[1]);
    expect(await mailOf(await emailOf(tenant), 'compte_supprime')).toHaveLength(1);
  });

  it('asks the last of all owners who leave at the same instant what becomes of the site', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => createTenant(vitrine.databaseUrl)));
    const owners = [tenant, ...others];
    const sessions = await Promise.all(owners.map((owner) => signIn(vitrine, owner)));
    for (const who of sessions) await proveByMail(vitrine, who);
    for (const other of others) await addMember(tenant, other);
    const answers = await Promise.all(
      owners.map((owner, n) => end({ sites: owner === tenant ? [] : [owner.slug] }, { who: sessions[n] })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(refusal)).toEqual([[409, 'dernier_proprietaire']]);
    const staying = async () =>
      sql(
        `SELECT m.compte_id FROM membres m JOIN comptes c ON c.id = m.compte_id
         WHERE m.site_id = $1 AND m.role = 'proprietaire' AND c.efface_le IS NULL`,
        [tenant.siteId],
      );
    expect(await staying()).toHaveLength(1);
    for (const owner of owners) await accountDay(owner);
    await sweepBoth();
    expect(await staying()).toHaveLength(1);
  });

  it('does not delete a site that the account became the only owner of meanwhile', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await proveByMail(vitrine, here);
    await Promise.all([end(), addMember(other, tenant).catch(() => undefined)]);
    expect([await isThere(other), await siteGoesAt(other)]).toEqual([true, null]);
    await accountDay(tenant);
    await sweepBoth();
    expect(await isThere(other)).toBe(true);
  });

  it('stays whole when it is kept beside the sweeps, or goes whole', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => createTenant(vitrine.databaseUrl)));
    const back: SignedIn[] = [];
    for (const person of people) {
      await provenEnd({ sites: [person.slug] }, { who: await signIn(vitrine, person) });
      await accountDay(person);
      back.push(await signIn(vitrine, person));
    }
    const [answers] = await Promise.all([Promise.all(back.map((who) => keep(who))), sweepBoth(), sweep(), sweepBoth()]);
    for (const [n, person] of people.entries()) {
      const isKept = answers[n]?.status === 200;
      expect([await isAccount(person), await isThere(person)]).toEqual([isKept, isKept]);
    }
  });

  it('stays when it is kept while its deletion waits for it', async () => {
    await provenEnd();
    await accountDay(tenant);
    const warnings = await withConnection('DATABASE_URL', vitrine.databaseUrl, async (client) => {
      await client.query('BEGIN');
      const account = await lockAccount(client, tenant.accountId);
      expect(account && (await keepHeld(client, account))).toBe(true);
      const over = sweepBoth();
      await until('the deletion waits', async () => (await sql(HOLDING)).length > 0);
      await client.query('COMMIT');
      return over;
    });
    expect(warnings).toEqual([]);
    expect([await isAccount(tenant), await isThere(tenant), await siteGoesAt(tenant)]).toEqual([true, true, null]);
  });

  it('is carried out by the upkeep', async () => {
    await provenEnd();
    await accountDay(tenant);
    // The moment of the first round.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const management = openRolePools(vitrine.databaseUrl, 'vitrine_gestion');
    const upkeep = new Upkeep({
      ...{ db: management, service, media, witness: WITNESS, requestsKeptDays: undefined, dns: new DnsQuestions([]) },
      ...{ enqueue: enqueueMail, log: { warn: () => undefined } },
    });
    await until('the account is gone', async () => !(await isAccount(tenant)));
    await upkeep.close();
    await management.end();
    expect(await isThere(tenant)).toBe(false);
  });

  it('leaves the versions of another account that owns the address', async () => {
    const site = await createPublicSite(vitrine);
    await sql('UPDATE versions SET auteur = $2 WHERE site_id = $1', [site.siteId, await emailOf(tenant)]);
    const pretender = await createTenant(vitrine.databaseUrl);
    const who = await signIn(vitrine, pretender);
    await sql('UPDATE comptes SET confirme_le = NULL, email = $2 WHERE id = $1', [
      pretender.accountId,
      await emailOf(tenant),
    ]);
    // Neither a factor nor a mailbox: the password does.
    expect((await end({ sites: [pretender.slug] }, { who, site: pretender.slug })).status).toBe(200);
    expect(await mailOf(await emailOf(tenant), 'compte_supprime')).toEqual([]);
    await accountDay(pretender);
    await sweepBoth();
    expect(await isAccount(pretender)).toBe(false);
    expect(await mailOf(await emailOf(tenant), 'compte_supprime')).toEqual([]);
    const authors = await sql('SELECT DISTINCT auteur FROM versions WHERE site_id = $1', [site.siteId]);
    expect(authors).toEqual([{ auteur: await emailOf(tenant) }]);
  });
});
