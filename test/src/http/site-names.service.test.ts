/** The name and the address of a site: who may change them, what a former address does, and who wins at the same instant. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { insertSite } from '../../../src/storage/sites.ts';
import { openPools, query } from '../../support/database.ts';
import type { Answer } from '../../support/http.ts';
import { printedByAdmin } from '../../support/operator.ts';
import { BEHIND_EDGE, createTenant, sharedProgram, type TestProgram } from '../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../support/public-site.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';
import { runs } from '../../support/soak.ts';

let vitrine: TestProgram;
let other: TestProgram;
let site: PublicSite;
let owner: SignedIn;
let first: string;
let service: RolePools;
beforeAll(async () => {
  vitrine = await sharedProgram(BEHIND_EDGE);
  other = await sharedProgram();
  site = await createPublicSite(vitrine, {
    'layout/theme.liquid': '{{ site.nom }} {{ site.slug }} {{ content_for_layout }}',
  });
  owner = await signIn(vitrine, site);
  first = site.slug;
  service = openPools(vitrine.databaseUrl, 'vitrine_service');
});
afterAll(() => Promise.all([vitrine.close(), other.close(), service.end()]));

const sql = async (text: string, values: unknown[] = []) => (await query(vitrine.databaseUrl, text, values)).rows;
const fresh = () => `s-${crypto.randomUUID().slice(0, 13)}`;
/** Lets the limit of an hour begin anew. */
const anHourLater = (siteId: string) =>
  sql("UPDATE slugs SET depuis = depuis - interval '1 hour' WHERE site_id = $1", [siteId]);
const outcome = (answer: Answer) => [answer.status, answer.status < 300 ? undefined : answer.json().error];
const change = (body: unknown, who = owner, designation = site.siteId, at = vitrine) =>
  at.ask({
    method: 'PATCH',
    path: '/api/site',
    body,
    headers: { ...who.headers, 'x-service-site-cible': designation },
  });
const own = async (designation = site.siteId) =>
  vitrine.ask({ path: '/api/site', headers: { ...owner.headers, 'x-service-site-cible': designation } });
const visit = (slug: string, { at = vitrine, path = '/', method = 'GET', headers = {} } = {}) =>
  at.ask({ host: `${slug}.localhost`, path, method, headers });

async function member(role: string) {
  const tenant = await createTenant(vitrine.databaseUrl);
  await sql('INSERT INTO membres (site_id, compte_id, role) VALUES ($1, $2, $3)', [
    site.siteId,
    tenant.accountId,
    role,
  ]);
  return { ...tenant, ...(await signIn(vitrine, tenant)) };
}

describe('GET and PATCH /api/site', () => {
  it('names a site anew, for its pages too, at once and on every instance', async () => {
    expect((await own()).json()).toEqual({
      ...{ id: site.siteId, slug: first, nom: expect.any(String), anciennes: [] },
      ...{ domaines: [], domaine_principal: null },
    });
    for (const at of [vitrine, other]) expect((await visit(first, { at })).status).toBe(200);
    const slug = fresh();
    const answer = await change({ nom: ' Café « Léa » ', slug });
    expect([answer.status, answer.json()]).toEqual([
      200,
      { ok: true, site: { id: site.siteId, slug, nom: 'Café « Léa »' } },
    ]);
    for (const at of [vitrine, other]) {
      const page = await visit(slug, { at });
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(`Café « Léa » ${slug}`)]);
      const former = await visit(first, { at });
      expect([former.status, former.headers.location]).toEqual([301, expect.stringContaining(`//${slug}.localhost`)]);
    }
    expect((await own()).json()).toMatchObject({ slug, anciennes: [first] });
  });

  it('is for owners in a browser, of a site that may be changed', async () => {
    for (const role of ['editeur', 'lecteur']) {
      const someone = await member(role);
      expect(outcome(await change({ nom: 'A' }, someone))).toEqual([403, 'role_insuffisant']);
    }
    expect(outcome(await change({ nom: 'A' }, owner, (await createTenant(vitrine.databaseUrl)).siteId))).toEqual([
      403,
      'site_interdit',
    ]);
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? { nom: 'A' } : undefined;
      expect(outcome(await vitrine.ask({ method, path: '/api/site', key: site.key, body }))).toEqual([
        401,
        'unauthorized',
      ]);
    }
    await sql('UPDATE sites SET suspendu = true WHERE id = $1', [site.siteId]);
    expect(outcome(await change({ nom: 'A' }))).toEqual([402, 'site_inactif']);
    await sql('UPDATE sites SET suspendu = false WHERE id = $1', [site.siteId]);
  });

  it.each([
    {},
    { nom: '' },
    { nom: ' \u200b ' },
    { nom: 'a\nb' },
    { nom: 'a'.repeat(81) },
    { nom: 3 },
    { nom: null },
    ...['', '-a', 'a-', 'A', 'é', 'a.b', 'a b', 'a/b', 'a\r\nb', 'a\0', 'a'.repeat(64), crypto.randomUUID()].map(
      (slug) => ({ slug }),
    ),
  ])('refuses %j, and nothing has changed', async (body) => {
    const before = (await own()).json();
    expect(outcome(await change(body))).toEqual([400, 'invalid_input']);
    expect(outcome(await change({ nom: 'Autre', ...body }))).toEqual(
      'nom' in body || Object.keys(body).length > 0 ? [400, 'invalid_input'] : [200, undefined],
    );
    if (Object.keys(body).length === 0) await change({ nom: before.nom });
    expect((await own()).json()).toEqual(before);
  });

  it('refuses names of the platform to owners, not to operators', async () => {
    for (const slug of ['www', 'api', 'mail', 'studio', 'xn--pypal-4ve']) {
      const answer = await change({ nom: 'Autre', slug });
      expect([answer.status, answer.json().message]).toEqual([
        409,
        'Cette adresse est réservée : choisissez-en une autre.',
      ]);
    }
    expect((await own()).json().nom).not.toBe('Autre');
    const before = (await own()).json().slug;
    await printedByAdmin(vitrine.databaseUrl, ['site', 'renommer', before, '--slug', 'mail', '--nom', 'Le courrier']);
    expect((await own()).json()).toMatchObject({ slug: 'mail', nom: 'Le courrier' });
    await change({ slug: before });
    // What an operator has given stays the site's own.
    expect(outcome(await change({ slug: 'mail' }))).toEqual([200, undefined]);
    await change({ slug: before });
  });

  it('a site takes its own former addresses again, and those of no other site', async () => {
    const tenant = await createTenant(vitrine.databaseUrl);
    const stranger = await signIn(vitrine, tenant);
    const present = (await own()).json().slug;
    for (const slug of [first, present]) {
      expect(outcome(await change({ slug }, stranger, tenant.siteId))).toEqual([409, 'adresse_de_site_prise']);
    }
    await anHourLater(site.siteId);
    const [b, c] = [fresh(), fresh()];
    for (const slug of [b, c, first]) expect(outcome(await change({ slug }))).toEqual([200, undefined]);
    expect((await visit(first)).status).toBe(200);
    // One hop, however long the chain was.
    for (const slug of [b, c, present]) {
      expect((await visit(slug)).headers.location).toMatch(new RegExp(`^http://${first}\\.localhost(:\\d+)?/$`));
    }
    const [{ email }] = (await sql('SELECT email FROM comptes WHERE id = $1', [tenant.accountId])) as [
      { email: string },
    ];
    const creation = ['site', 'creer', '--compte', email, '--slug', b, '--nom', 'B'];
    await expect(printedByAdmin(vitrine.databaseUrl, creation)).rejects.toThrow('s’appelait ainsi');
  });

  it('a site gets five addresses an hour, and keeps twenty former ones', async () => {
    const tenant = await createTenant(vitrine.databaseUrl);
    const who = await signIn(vitrine, tenant);
    const to = (slug: string) => change({ slug }, who, tenant.siteId);
    await sql('INSERT INTO slugs (slug, site_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [tenant.slug, tenant.siteId]);
    await anHourLater(tenant.siteId);
    const answers = await Promise.all(Array.from({ length: 12 }, () => to(fresh())));
    expect(answers.map(outcome).filter(([status]) => status === 200)).toHaveLength(5);
    expect(answers.map(outcome).filter(([, code]) => code === 'trop_de_tentatives')).toHaveLength(7);
    // The way back takes no name.
    expect(outcome(await to(tenant.slug))).toEqual([200, undefined]);
    await sql('INSERT INTO slugs (slug, site_id) SELECT $1 || n, $2 FROM generate_series(1, 15) n', [
      fresh(),
      tenant.siteId,
    ]);
    await anHourLater(tenant.siteId);
    const answer = await to(fresh());
    expect([answer.status, answer.json().message]).toEqual([400, 'Un site compte au plus 20 anciennes adresses.']);
  });
});

describe('GET /api/sites/adresse', () => {
  const asked = async (question: Record<string, string>) =>
    vitrine.ask({ path: `/api/sites/adresse?${new URLSearchParams(question)}`, headers: owner.headers });

  it('proposes a free address for a name', async () => {
    const name = `Café de l’Étoile ${fresh()}`;
    const made = (await asked({ nom: name })).json();
    expect(made).toEqual({ slug: expect.stringMatching(/^cafe-de-l-etoile-s-/), libre: true });
    await sql('INSERT INTO slugs (slug, site_id) VALUES ($1, $2)', [made.slug, site.siteId]);
    expect((await asked({ nom: name })).json()).toEqual({ slug: `${made.slug}-2`, libre: true });
    expect((await asked({ nom: 'Mail' })).json().slug).toMatch(/^mail-\d+$/);
    for (const nom of ['', '東京', '🙂', '—', '\u202e', 'x'.repeat(999)]) {
      expect((await asked({ nom })).json()).toEqual({
        slug: expect.stringMatching(/^[a-z0-9][a-z0-9-]*[a-z0-9]$/),
        libre: true,
      });
    }
  });

  it('says whether a typed address is free', async () => {
    const slug = fresh();
    expect((await asked({ slug })).json()).toEqual({ slug, libre: true });
    for (const taken of [first, 'www'])
      expect((await asked({ slug: taken })).json()).toEqual({ slug: taken, libre: false });
    for (const question of [{}, { slug: 'A B' }, { slug, nom: 'A' }]) {
      expect(outcome(await asked(question))).toEqual([400, 'invalid_input']);
    }
    expect((await vitrine.ask({ path: '/api/sites/adresse?nom=a' })).status).toBe(401);
  });
});

describe('a former address', () => {
  let present: string;
  beforeAll(async () => {
    await anHourLater(site.siteId);
    present = fresh();
    expect(outcome(await change({ slug: present }))).toEqual([200, undefined]);
  });

  it('leads to the same path and query at the present one, whatever is asked for', async () => {
    const paths = [
      '/',
      '/a-propos?b=1&c=%20',
      '/theme-assets/x/y.css',
      '/medias/a',
      '/robots.txt',
      '/llms.txt',
      '/sitemap.xml',
      '/blog.atom',
      '/contact',
      '/a%0d%0ab',
      '/a?suite=//ailleurs.fr',
    ];
    for (const path of paths) {
      for (const [method, status] of [
        ['GET', 301],
        ['HEAD', 301],
        ['POST', 308],
        ['OPTIONS', 308],
      ] as const) {
        const answer = await visit(first, { path, method });
        expect([path, answer.status, answer.headers.location]).toEqual([
          path,
          status,
          `http://${present}.localhost${path}`,
        ]);
        expect([answer.headers['cache-control'], answer.text]).toEqual(['no-cache', '']);
      }
    }
  });

  it('leads nowhere else: the host of the answer is made of the database and the configuration', async () => {
    for (const path of ['//ailleurs.fr/', '/\\ailleurs.fr', '/.//ailleurs.fr', '/@ailleurs.fr', '//ailleurs.fr:80@x']) {
      const { headers } = await visit(first, { path });
      expect(new URL(String(headers.location)).hostname).toBe(`${present}.localhost`);
    }
    for (const host of [`${first}.localhost:1234`, `${first.toUpperCase()}.LOCALHOST`, `${first}.localhost.`]) {
      const { headers } = await vitrine.ask({ host, path: '/' });
      expect(new URL(String(headers.location)).hostname).toBe(`${present}.localhost`);
    }
    const forwarded = await visit(first, {
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': `${first}.localhost` },
    });
    expect(forwarded.headers.location).toBe(`https://${present}.localhost/`);
  });

  it('leads on where the site is off or protected, and shows nothing else', async () => {
    await sql(
      `UPDATE sites SET hors_ligne = '{"site": {"genre": "loi", "motif": "M", "le": "2026-01-01T00:00:00Z"}}', code_acces = 'x', masque = true WHERE id = $1`,
      [site.siteId],
    );
    const answer = await visit(first, { path: '/a' });
    expect([answer.status, answer.text, answer.headers.location]).toEqual([301, '', `http://${present}.localhost/a`]);
    expect((await visit(present)).status).toBe(451);
    await sql('UPDATE sites SET hors_ligne = NULL, code_acces = NULL, masque = false WHERE id = $1', [site.siteId]);
  });

  it('is one of ours, and is no custom domain', async () => {
    const served = (host: string) => vitrine.ask({ path: `/api/sante?c=domaine&nom=${host}`, host: 'localhost' });
    expect((await served(`${first}.localhost`)).status).toBe((await served(`${present}.localhost`)).status);
    await sql('INSERT INTO domaines (hote, site_id) VALUES ($1, $2)', [`${present}.exemple.fr`, site.siteId]);
    expect((await vitrine.ask({ host: `${present}.exemple.fr`, path: '/' })).status).toBe(200);
  });

  it('names the site in the API and in the studio to its members alone', async () => {
    expect((await own(first)).json()).toMatchObject({ id: site.siteId, slug: present });
    expect(outcome(await own(fresh()))).toEqual([403, 'site_interdit']);
    const stranger = await signIn(vitrine, await createTenant(vitrine.databaseUrl));
    expect(outcome(await change({ nom: 'A' }, stranger, first))).toEqual([403, 'site_interdit']);
    const list = await vitrine.ask({
      path: '/api/themes',
      key: site.key,
      besideSession: true,
      headers: { 'x-service-site-cible': first },
    });
    expect(list.json().site).toMatchObject({ slug: present });
    for (const rest of ['', '/demandes?avant=a', '/ce-site', `/themes/${site.themeId}/personnaliser?page=%2F`]) {
      const { status, headers } = await vitrine.ask({ path: `/studio/${first}${rest}`, headers: owner.headers });
      expect([status, headers.location]).toEqual([303, `/studio/${present}${rest}`]);
      expect((await vitrine.ask({ path: `/studio/${first}${rest}`, headers: stranger.headers })).status).toBe(404);
    }
    const page = await vitrine.ask({ path: `/studio/${present}/ce-site`, headers: owner.headers });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(`${first}.localhost`)]);
  });

  it('is told to operators, who find the site by it', async () => {
    const shown = JSON.parse(await printedByAdmin(vitrine.databaseUrl, ['site', 'montrer', first, '--json']));
    expect(shown).toMatchObject({ id: site.siteId, slug: present, anciens_slugs: expect.arrayContaining([first]) });
  });
});

describe('two sites that want one address', () => {
  const ROUNDS = runs(6, 200);

  it('at the same instant: one wins, and there is no duplicate', async () => {
    const tenants = await Promise.all([createTenant(vitrine.databaseUrl), createTenant(vitrine.databaseUrl)]);
    const people = await Promise.all(tenants.map((tenant) => signIn(vitrine, tenant)));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { siteId } of tenants) await anHourLater(siteId);
      await sql(
        'DELETE FROM slugs s USING sites WHERE sites.id = s.site_id AND s.slug <> sites.slug AND s.site_id = ANY ($1::uuid[])',
        [tenants.map(({ siteId }) => siteId)],
      );
      const slug = fresh();
      const ownerId = String(tenants[0]?.accountId);
      const created = [1, 2].map(async () =>
        (await insertSite(service, { slug, name: 'C', state: 'essai', ownerId })) ? 200 : 409,
      );
      const renamed = tenants.map(
        async ({ siteId }, n) => (await change({ slug }, people[n], siteId, n === 0 ? vitrine : other)).status,
      );
      expect((await Promise.all([...created, ...renamed])).sort()).toEqual([200, 409, 409, 409]);
      const [{ present, ever }] = (await sql(
        `SELECT (SELECT count(*)::int FROM sites WHERE slug = $1) AS present, (SELECT count(*)::int FROM slugs WHERE slug = $1) AS ever`,
        [slug],
      )) as [{ present: number; ever: number }];
      expect([present, ever]).toEqual([1, 1]);
    }
  });

  it('one that goes back to its former address keeps it from the other', async () => {
    const [a, b] = await Promise.all([createTenant(vitrine.databaseUrl), createTenant(vitrine.databaseUrl)]);
    const [ofA, ofB] = await Promise.all([a, b].map((tenant) => signIn(vitrine, tenant)));
    await change({ slug: fresh() }, ofA, a.siteId);
    const answers = await Promise.all([
      change({ slug: a.slug }, ofA, a.siteId),
      change({ slug: a.slug }, ofB, b.siteId, other),
    ]);
    expect(answers.map(outcome)).toEqual([
      [200, undefined],
      [409, 'adresse_de_site_prise'],
    ]);
  });
});
