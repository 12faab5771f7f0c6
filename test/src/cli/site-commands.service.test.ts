import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPasswordOf } from '../../../src/accounts/password.ts';
import { WAITING } from '../../support/client.ts';
import { refusalOf } from '../../support/content-api.ts';
import { directUrl, query } from '../../support/database.ts';
import { adminJson, expectRefusal, runAdmin, runAdminApart } from '../../support/operator.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';

/** The command works beside a running server. */
let vitrine: TestProgram;
let tenant: Tenant;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
});
afterAll(() => vitrine.close());

const admin = (...words: string[]) => runAdmin(vitrine.databaseUrl, words);
const json = (...words: string[]) => adminJson(vitrine.databaseUrl, ...words);
const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
const emailOf = async ({ accountId }: Tenant) =>
  (await sql('SELECT email FROM comptes WHERE id = $1', [accountId]))[0].email as string;

describe('site domaine', () => {
  const domaine = (...words: string[]) => json('site', 'domaine', tenant.slug, ...words);
  const refused = async (sentence: string, ...words: string[]) => {
    const before = await sql('SELECT * FROM domaines ORDER BY hote');
    expectRefusal(await admin('site', 'domaine', ...words), sentence);
    expect(await sql('SELECT * FROM domaines ORDER BY hote')).toEqual(before);
  };

  it('--ajouter and --retirer print {slug, domaines, principal}; the site answers there from the next request on', async () => {
    const visit = async () =>
      /<h1>.*<\/h1>/.exec((await vitrine.ask({ host: 'www.chez-lea.fr', path: '/' })).text)?.[0];
    const before = await visit();
    expect(await domaine('--ajouter', 'WWW.Chez-Lea.FR')).toEqual({
      slug: tenant.slug,
      domaines: ['www.chez-lea.fr'],
      principal: null,
    });
    expect(await visit()).not.toBe(before);
    const two = ['chez-lea.fr', 'www.chez-lea.fr'];
    expect(await domaine('--ajouter', 'chez-lea.fr.')).toEqual({ slug: tenant.slug, domaines: two, principal: null });
    expect(await domaine('--ajouter', 'chez-lea.fr')).toEqual({ slug: tenant.slug, domaines: two, principal: null });
    expect(await domaine('--retirer', 'Chez-Lea.fr')).toEqual({
      slug: tenant.slug,
      domaines: ['www.chez-lea.fr'],
      principal: null,
    });
    expect(await domaine('--retirer', 'www.chez-lea.fr')).toEqual({ slug: tenant.slug, domaines: [], principal: null });
    expect(await visit()).toBe(before);
  });

  it('--principal makes one of them the main address, --sans-principal none; one that is taken away is it no more', async () => {
    for (const host of ['un.fr', 'deux.fr']) await domaine('--ajouter', host);
    const shown = async () => (await json('site', 'montrer', tenant.slug)).domaine_principal;
    const versionOf = async () =>
      (await sql('SELECT contenu_maj_le::text FROM sites WHERE id = $1', [tenant.siteId]))[0].contenu_maj_le;
    let version = await versionOf();
    /** Whether the content has another version than at the last look. */
    const isNew = async () => {
      const before = version;
      version = await versionOf();
      return version !== before;
    };
    expect((await domaine('--principal', 'un.fr')).principal).toBe('un.fr');
    expect([await shown(), await isNew()]).toEqual(['un.fr', true]);
    expect((await admin('site', 'montrer', tenant.slug)).out).toContain('deux.fr, un.fr (principal)');
    await domaine('--principal', 'un.fr');
    expect(await isNew()).toBe(false);
    expect((await domaine('--principal', 'Deux.fr')).principal).toBe('deux.fr');
    expect(await isNew()).toBe(true);
    await domaine('--sans-principal');
    expect([await shown(), await isNew()]).toEqual([null, true]);
    await domaine('--principal', 'deux.fr');
    await isNew();
    expect(await domaine('--retirer', 'deux.fr')).toEqual({ slug: tenant.slug, domaines: ['un.fr'], principal: null });
    expect(await isNew()).toBe(true);
    await domaine('--retirer', 'un.fr');
    expect(await isNew()).toBe(false);
    await refused('n’a pas le domaine un.fr', tenant.slug, '--principal', 'un.fr');
    await refused('l’un des quatre', tenant.slug, '--principal', 'un.fr', '--sans-principal');
  });

  it('an international name is kept in punycode', async () => {
    expect((await domaine('--ajouter', 'Léa.Été.fr')).domaines).toEqual(['xn--la-bja.xn--t-9fab.fr']);
    expect((await domaine('--retirer', 'léa.été.fr')).domaines).toEqual([]);
  });

  it('a domain of another site is refused', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await domaine('--ajouter', 'pris.fr');
    await refused('est déjà celui d’un autre site', other.slug, '--ajouter', 'PRIS.fr');
    await refused(`n’a pas le domaine pris.fr`, other.slug, '--retirer', 'pris.fr');
    await domaine('--retirer', 'pris.fr');
  });

  it('of two sites that want a domain at the same time one has it', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const locker = new pg.Client(directUrl(vitrine.databaseUrl));
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE domaines IN SHARE MODE');
    const words = (slug: string) => ['site', 'domaine', slug, '--ajouter', 'voulu.fr'];
    const both = Promise.all([
      runAdminApart(vitrine.databaseUrl, words(tenant.slug)),
      runAdmin(vitrine.databaseUrl, words(other.slug)),
    ]);
    await until('both wait for the table', async () => expect(await sql(WAITING)).toHaveLength(2));
    await locker.end();
    const runs = await both;
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 1]);
  });

  it.each([
    'localhost',
    'a.localhost',
    'vitrine.test',
    'autre.vitrine.test',
    'API.Vitrine.example',
  ])('the platform’s own host %s is refused', async (host) => {
    const environment = { SITES_DOMAIN: 'vitrine.test', BASE_URL: 'https://api.vitrine.example:8443' };
    const words = ['site', 'domaine', tenant.slug, '--ajouter', host];
    const run = await runAdmin(vitrine.databaseUrl, words, environment);
    // A single label is no domain to begin with.
    expectRefusal(run, host === 'localhost' ? 'n’est pas un nom de domaine' : 'de la plateforme');
  });

  it('neither or both of --ajouter and --retirer, or no such site, is refused', async () => {
    await refused('l’un des quatre', tenant.slug);
    await refused('l’un des quatre', tenant.slug, '--ajouter', 'a.fr', '--retirer', 'b.fr');
    await refused('Aucun site ne s’appelle inconnu', 'inconnu', '--ajouter', 'a.fr');
    await refused('n’a pas le domaine b.fr', tenant.slug, '--retirer', 'b.fr');
    await refused('n’est pas un nom de domaine', tenant.slug, '--ajouter', '127.0.0.1');
  });
});

describe('site membre', () => {
  it('--role gives an account a role, --retirer takes it off; its keys lose access at once', async () => {
    const site = await createTenant(vitrine.databaseUrl);
    const guest = await createTenant(vitrine.databaseUrl);
    const email = await emailOf(guest);
    const membre = (...words: string[]) => json('site', 'membre', site.slug, '--compte', email, ...words);
    const headers = { 'X-Service-Site-Cible': site.slug };
    const call = (method: string) => vitrine.ask({ method, path: '/api/themes', key: guest.key, headers, body: {} });
    expect(refusalOf(await call('GET'))).toEqual([403, 'site_interdit']);
    expect(await membre('--role', 'lecteur')).toEqual({ slug: site.slug, email, role: 'lecteur' });
    expect((await call('GET')).status).toBe(200);
    expect(refusalOf(await call('POST'))).toEqual([403, 'role_insuffisant']);
    expect(await membre('--role', 'editeur')).toEqual({ slug: site.slug, email, role: 'editeur' });
    expect(refusalOf(await call('POST'))).toEqual([400, 'invalid_input']);
    expect(await membre('--retirer')).toEqual({ slug: site.slug, email, role: null });
    expect(refusalOf(await call('GET'))).toEqual([403, 'site_interdit']);
  });

  it('the last owner is neither removed nor demoted', async () => {
    const site = await createTenant(vitrine.databaseUrl);
    const second = await createTenant(vitrine.databaseUrl);
    const words = ['site', 'membre', site.slug, '--compte', await emailOf(site)];
    for (const change of [['--retirer'], ['--role', 'editeur'], ['--role', 'lecteur']]) {
      expectRefusal(await admin(...words, ...change), 'dernier propriétaire');
    }
    expect((await json(...words, '--role', 'proprietaire')).role).toBe('proprietaire');
    await json('site', 'membre', site.slug, '--compte', await emailOf(second), '--role', 'proprietaire');
    expect((await json(...words, '--retirer')).role).toBeNull();
    const rows = await sql('SELECT compte_id, role FROM membres WHERE site_id = $1', [site.siteId]);
    expect(rows).toEqual([{ compte_id: second.accountId, role: 'proprietaire' }]);
  });

  it.each([
    [['--role', 'lecteur', '--retirer'], 'l’un des deux'],
    [[], 'l’un des deux'],
    [['--role', 'chef'], '--role'],
    [['--retirer'], 'n’est pas membre'],
  ])('%j is refused', async (words, sentence) => {
    const guest = await createTenant(vitrine.databaseUrl);
    expectRefusal(await admin('site', 'membre', tenant.slug, '--compte', await emailOf(guest), ...words), sentence);
  });

  it('an unknown account or site is refused', async () => {
    const words = ['--compte', 'inconnu@exemple.fr', '--role', 'lecteur'];
    expectRefusal(
      await admin('site', 'membre', tenant.slug, ...words),
      'Aucun compte n’a l’adresse inconnu@exemple.fr',
    );
    expectRefusal(await admin('site', 'membre', 'inconnu', ...words), 'Aucun site ne s’appelle inconnu');
  });
});

describe('site reglages', () => {
  const settings = async () => (await sql('SELECT masque, code_acces FROM sites WHERE id = $1', [tenant.siteId]))[0];
  const tab = async (name: string) => {
    return (await vitrine.ask({ path: `/api/parametres/${name}`, key: tenant.key, besideSession: true })).json();
  };

  it('--masque, --code and --sans-code print {slug}, each leaves the others as they are', async () => {
    const reglages = (...words: string[]) => json('site', 'reglages', tenant.slug, ...words);
    expect(await reglages('--masque', 'on', '--code', 'sésame')).toEqual({ slug: tenant.slug });
    const { masque, code_acces } = await settings();
    expect([masque, await isPasswordOf(code_acces, 'sésame')]).toEqual([true, true]);
    await reglages('--masque', 'off');
    expect(await settings()).toEqual({ masque: false, code_acces });
    await reglages('--masque', 'on');
    const words = ['site', 'reglages', tenant.slug, '--code', '-'];
    expect((await runAdmin(vitrine.databaseUrl, words, {}, 'du fichier\n')).err).toBe('');
    expect(await isPasswordOf((await settings()).code_acces, 'du fichier')).toBe(true);
    await reglages('--sans-code');
    expect(await settings()).toEqual({ masque: true, code_acces: null });
  });

  it('the API tells it, and guarded writes notice', async () => {
    for (const [name, words, shown] of [
      ['seo', ['--masque', 'off'], { masque: false }],
      ['acces', ['--code', 'abc'], { protege: true }],
    ] as const) {
      const { majLe } = await tab(name);
      await json('site', 'reglages', tenant.slug, ...words);
      expect((await tab(name)).valeurs).toEqual(shown);
      const body = { valeurs: {}, garde: { site: tenant.siteId, majLe } };
      const path = `/api/parametres/${name}`;
      const answer = await vitrine.ask({ method: 'PATCH', path, key: tenant.key, besideSession: true, body });
      expect(refusalOf(answer)).toEqual([409, 'modifie_entre_temps']);
    }
  });

  it.each([
    [[], 'Donnez --masque'],
    [['--code', 'a', '--sans-code'], 'pas les deux'],
    [['--code', ''], '1 à 64 caractères'],
    [['--code', 'x'.repeat(65)], '1 à 64 caractères'],
    [['--code', '  '], 'fait que d’espaces'],
    [['--masque', 'oui'], '--masque'],
  ])('%j is refused, nothing changes', async (words, sentence) => {
    const before = await settings();
    expectRefusal(await admin('site', 'reglages', tenant.slug, ...words), sentence);
    expect(await settings()).toEqual(before);
  });

  it('an unknown site is refused', async () => {
    expectRefusal(await admin('site', 'reglages', 'inconnu', '--masque', 'on'), 'Aucun site ne s’appelle inconnu');
  });
});
