/** The main address of a site, and what it says of itself: constants of its content, whatever a request says of its host. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlogSite, createBlogSite } from '../../../support/blog-site.ts';
import { query } from '../../../support/database.ts';
import { adminJson } from '../../../support/operator.ts';
import { createTenant, lentRenderer, startTestProgram, type TestProgram } from '../../../support/program.ts';
import { type SignedIn, signIn } from '../../../support/sign-in.ts';

const section = (type: string) => JSON.stringify({ sections: { a: { type } }, order: ['a'] });
const THEME = {
  'layout/theme.liquid':
    '{{ site | json }}\n{{ page.genre }}\n{{ page.adresse }}\n{{ article.modifie }}{{ content_for_layout }}',
  ...Object.fromEntries(
    ['index', 'page', 'blog', 'article', '404'].map((name) => [`templates/${name}.json`, section('s')]),
  ),
  'sections/s.liquid': '',
};
const HOST = 'www.chez-lea.fr';
const OTHER = 'chez-lea.com';

/** Nobody answers there: nothing says that a name leads elsewhere. */
const NO_DNS = { DNS_SERVERS: '127.0.0.1:9' };

let vitrine: TestProgram;
let https: TestProgram;
let site: BlogSite;
let owner: SignedIn;
beforeAll(async () => {
  vitrine = await startTestProgram({ TRUST_PROXY: 'true', ...NO_DNS });
  https = await startTestProgram(
    { BASE_URL: 'https://service.example:8443', SITES_DOMAIN: 'sites.example' },
    { databaseUrl: vitrine.databaseUrl, sandbox: await lentRenderer(1) },
  );
  site = await createBlogSite(vitrine, THEME);
  owner = await signIn(vitrine, site);
  for (const host of [HOST, OTHER])
    await adminJson(vitrine.databaseUrl, 'site', 'domaine', site.slug, '--ajouter', host);
  const journal = await site.addBlog('journal');
  for (let n = 0; n < 13; n++) await site.addArticle(journal, `a${n}`, { publie_le: '2026-01-05T10:00:00Z' });
  await asOwner('POST', '/api/pages', { slug: 'nous', titre: 'Nous', publiee: true });
});
afterAll(() => Promise.all([vitrine.close(), https.close()]));

const asOwner = (method: string, path: string, body: unknown, who = owner) =>
  vitrine.ask({ method, path, body, headers: { ...who.headers, 'x-service-site-cible': site.siteId } });
const choose = (hote: unknown, who?: SignedIn) => asOwner('PUT', '/api/site/adresse-principale', { hote }, who);

/** What a page says of itself. */
async function shown(path: string, { host = site.host, at = vitrine, headers = {} } = {}) {
  const { text, status, headers: answered } = await at.ask({ host, path, headers });
  const [json = '', genre, adresse, modifie] = text.split('\n');
  return { site: JSON.parse(json), genre, adresse, modifie, status, etag: answered.etag };
}

async function led(path: string, question: { host: string; headers?: Record<string, string>; method?: string }) {
  const { status, headers } = await vitrine.ask({ path, ...question });
  return [status, headers.location];
}

const HOSTILE = [
  { host: OTHER, headers: {} },
  { host: `${OTHER}:81`, headers: { 'x-forwarded-host': `${OTHER}:82`, 'x-forwarded-proto': 'https' } },
  { host: 'evil.example', headers: { 'x-forwarded-host': HOST, 'x-forwarded-proto': 'https' } },
  { host: HOST, headers: { forwarded: 'host=evil.example;proto=https', 'x-forwarded-port': '99' } },
];

it('each kind of page knows its kind and its whole address', async () => {
  const origin = `http://${site.host}:${vitrine.port}`;
  const said = async (path: string) => {
    const { genre, adresse } = await shown(path);
    return [genre, adresse];
  };
  expect(await said('/?utm_source=x')).toEqual(['accueil', `${origin}/`]);
  expect(await said('/nous')).toEqual(['page', `${origin}/nous`]);
  expect(await said('/blog')).toEqual(['blog', `${origin}/blog`]);
  expect(await said('/blog/journal?page=2&x=y')).toEqual(['blog', `${origin}/blog/journal?page=2`]);
  expect(await said('/blog/journal?page=1')).toEqual(['blog', `${origin}/blog/journal`]);
  expect(await said('/blog/journal/a3')).toEqual(['article', `${origin}/blog/journal/a3`]);
  expect(await said('/rien')).toEqual(['introuvable', '']);
  expect((await shown('/blog/journal/a3')).modifie).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

describe('the main address', () => {
  it('is the subdomain until one of the domains is chosen, and again when that domain is gone', async () => {
    const own = `http://${site.host}:${vitrine.port}`;
    const before = await shown('/nous', { host: HOST });
    expect(before.site.adresse).toBe(own);
    expect((await choose(HOST)).json()).toEqual({ ok: true, hote: HOST });
    const after = await shown('/nous', { host: HOST, headers: { 'if-none-match': String(before.etag) } });
    expect([after.status, after.site.adresse]).toEqual([200, `http://${HOST}:${vitrine.port}`]);
    expect((await asOwner('GET', '/api/site', undefined)).json()).toMatchObject({
      domaines: [OTHER, HOST],
      domaine_principal: HOST,
    });
    expect((await choose(null)).status).toBe(200);
    expect((await shown('/')).site.adresse).toBe(own);
    await adminJson(vitrine.databaseUrl, 'site', 'domaine', site.slug, '--ajouter', 'bref.fr');
    await choose('bref.fr');
    expect((await shown('/', { host: 'bref.fr' })).site.adresse).toBe(`http://bref.fr:${vitrine.port}`);
    await adminJson(vitrine.databaseUrl, 'site', 'domaine', site.slug, '--retirer', 'bref.fr');
    expect((await shown('/')).site.adresse).toBe(own);
  });

  it('has the scheme and the port of BASE_URL', async () => {
    const at = { at: https, host: `${site.slug}.sites.example` };
    expect((await shown('/', at)).site.adresse).toBe(`https://${site.slug}.sites.example:8443`);
    await choose(HOST);
    const main = await shown('/', { at: https, host: HOST });
    expect(main.adresse).toBe(`https://${HOST}:8443/`);
    // The same site on an installation with other addresses: browsers must not keep its pages.
    expect(main.etag).not.toBe((await shown('/', { host: HOST })).etag);
    await choose(null);
  });

  it('is chosen by an owner, in a browser, from the domains of the site', async () => {
    const refusal = async (answer: ReturnType<typeof choose>) => {
      const { status, ...given } = await answer;
      return [status, given.json().error];
    };
    for (const host of [
      'evil.example',
      `${site.slug}.localhost`,
      'WWW.chez-lea.fr',
      '',
      ' ',
      `${HOST}:80`,
      'a'.repeat(300),
    ]) {
      expect([host, (await choose(host)).status]).toEqual([host, host === '' || host.length > 253 ? 400 : 404]);
    }
    for (const host of [undefined, 3, [HOST], {}]) expect(await refusal(choose(host))).toEqual([400, 'invalid_input']);
    const tenant = await createTenant(vitrine.databaseUrl);
    await query(vitrine.databaseUrl, "INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, 'editeur')", [
      ...[site.siteId, tenant.accountId],
    ]);
    expect(await refusal(choose(HOST, await signIn(vitrine, tenant)))).toEqual([403, 'role_insuffisant']);
    const byKey = await vitrine.ask({
      ...{ method: 'PUT', path: '/api/site/adresse-principale', body: { hote: HOST }, key: site.key },
      besideSession: true,
    });
    expect([byKey.status, (await shown('/')).site.adresse]).toEqual([401, `http://${site.host}:${vitrine.port}`]);
  });
});

describe('a host that a request names', () => {
  it('stands in no address that the site writes', async () => {
    await choose(HOST);
    const origin = `http://${HOST}:${vitrine.port}`;
    const address = /https?:\/\/[^\s<>"')]+/g;
    for (const { host, headers } of HOSTILE) {
      const isLed = host.startsWith(OTHER);
      if (isLed) expect(await led('/nous', { host, headers })).toEqual([301, `${origin}/nous`]);
      else {
        expect(await shown('/nous', { host, headers })).toMatchObject({
          adresse: `${origin}/nous`,
          site: { adresse: origin },
        });
      }
      const feeds = isLed ? [] : ['/blog.atom', '/blog/journal.atom'];
      for (const path of ['/robots.txt', '/sitemap.xml', '/llms.txt', ...feeds]) {
        const { status, text } = await vitrine.ask({ host, path, headers });
        const written = (text.match(address) ?? []).filter(
          (one) => !/w3\.org|sitemaps\.org|google\.com|yahoo\.com/.test(one),
        );
        expect([path, status, written.length > 0]).toEqual([path, 200, true]);
        expect(written.filter((one) => !one.startsWith(`${origin}/`))).toEqual([]);
      }
    }
    await choose(null);
  });
});

describe('what a site says of itself', () => {
  const settings = (onglet: string, valeurs: object) => asOwner('PATCH', `/api/parametres/${onglet}`, { valeurs });

  it('is on its pages from the next request on, and what is private or ill-formed is not', async () => {
    const image = 'https://images.example/enseigne.jpg';
    await settings('general', { activite: 'Restaurant', note: 'secret' });
    await settings('seo', { image, cle: 'secret' });
    await settings('reseaux', {
      instagram: 'https://instagram.com/lea',
      x: 'javascript:alert(1)',
      secret: 'https://secret.fr',
    });
    const horaires = { lundi: [{ de: '09:00', a: '12:30' }], mardi: [], mercredi: 'secret' };
    const contact = { telephone: '01 23 45 67 89', courriel_public: 'a@b.fr', email: 'secret@b.fr', horaires };
    await settings('contact', { ...contact, adresse_postale: { ville: 'Lyon', note: 'secret' } });
    const { site: said } = await shown('/');
    expect(said).toMatchObject({
      ...{ activite: 'Restaurant', telephone: '01 23 45 67 89', courriel: 'a@b.fr', image },
      adresse_postale: { ville: 'Lyon', rue: '', texte: 'Lyon' },
      horaires: [
        { jour: 'Lundi', ferme: false, plages: [{ de: '09:00', a: '12:30' }] },
        { jour: 'Mardi', ferme: true, plages: [], texte: 'Fermé' },
      ],
      reseaux: [{ id: 'instagram', nom: 'Instagram', adresse: 'https://instagram.com/lea' }],
    });
    expect(JSON.stringify(said)).not.toMatch(/secret|javascript/);
  });

  it('is nothing where programs have kept other things in the same places', async () => {
    for (const [onglet, valeurs] of [
      ['general', { activite: { a: 1 }, fuseau: 'Europe/Paris' }],
      ['seo', { image: 'javascript:alert(1)' }],
      ['reseaux', { instagram: ['https://instagram.com'] }],
      [
        'contact',
        { telephone: 3, adresse_postale: '12 rue des Lilas', horaires: 'tous les jours', exceptions: { a: 1 } },
      ],
    ] as const) {
      expect((await settings(onglet, valeurs)).status).toBe(200);
    }
    const { site: said } = await shown('/');
    expect(Object.keys(said).sort()).toEqual(['activite', 'adresse', 'description', 'nom', 'slug']);
    expect(said.activite).toBe('Organization');
  });
});
