import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

let vitrine: TestProgram;
let tenant: Tenant;
let session: SignedIn;
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  session = await signIn(vitrine, tenant);
  const other = await createTenant(vitrine.databaseUrl);
  const run = (text: string, siteId = tenant.siteId) => query(vitrine.databaseUrl, text, [siteId]);
  await run(`INSERT INTO pages (site_id, slug, titre, publiee, publie_le, retire_le) VALUES
    ($1, 'tarifs', 'Tarifs', true, NULL, NULL), ($1, 'projet', 'Projet', false, NULL, NULL),
    ($1, 'demain', 'Demain', true, now() + interval '1 day', NULL),
    ($1, 'hier', 'Hier', true, now() - interval '2 days', now() - interval '1 day')`);
  await run("INSERT INTO pages (site_id, slug, titre, publiee) VALUES ($1, 'voisine', 'Voisine', true)", other.siteId);
  await run(`INSERT INTO redirections (site_id, de, vers, dessous, moyen) VALUES ($1, '/ancienne', '/tarifs', false, 'main'),
    ($1, '/blog/vieux', '/blog/recettes', true, 'main'), ($1, '/partie', NULL, false, 'main')`);
  await run(`WITH b AS (INSERT INTO blogs (site_id, slug, titre) VALUES ($1, 'recettes', 'Recettes') RETURNING id)
    INSERT INTO articles (site_id, blog_id, slug, titre, publie, publie_le)
    SELECT $1, id, 'soupe', 'Soupe', true, now() - interval '1 day' FROM b
    UNION ALL SELECT $1, id, 'pain', 'Pain', false, now() FROM b`);
});
afterAll(() => vitrine.close());

const ask = async (adresses: readonly string[], headers = session.headers) => {
  const answer = await vitrine.ask({ method: 'POST', path: '/api/cibles', headers, body: { adresses } });
  return { status: answer.status, told: answer.json() };
};

describe('what stands at addresses of a site', () => {
  it('is told for each, as visitors see it', async () => {
    const wanted: readonly (readonly [string, string, string, string])[] = [
      ['/tarifs', 'page', 'Tarifs', 'visible'],
      ['/tarifs/?a=b#prix', 'page', 'Tarifs', 'visible'],
      ['/projet', 'page', 'Projet', 'brouillon'],
      ['/demain', 'page', 'Demain', 'brouillon'],
      ['/hier', 'page', 'Hier', 'brouillon'],
      ['/voisine', 'autre', '', 'absente'],
      ['/rien', 'autre', '', 'absente'],
      ['/%zz', 'autre', '', 'absente'],
      ['/Tarifs', 'autre', '', 'absente'],
      ['/', 'autre', '', 'visible'],
      ['/blog', 'autre', '', 'visible'],
      ['/blog/recettes', 'blog', 'Recettes', 'visible'],
      ['/blog/rien', 'autre', '', 'absente'],
      ['/blog/recettes/soupe', 'article', 'Soupe', 'visible'],
      ['/blog/recettes/pain', 'article', 'Pain', 'brouillon'],
      ['/blog/rien/soupe', 'autre', '', 'absente'],
      ['/Ancienne/', 'autre', '', 'redirigee'],
      ['/blog/vieux/soupe', 'autre', '', 'redirigee'],
      ['/partie', 'autre', '', 'absente'],
      ['/medias/1/carte.pdf', 'autre', '', 'visible'],
      ['/sitemap.xml', 'autre', '', 'visible'],
    ];
    const { told } = await ask(wanted.map(([adresse]) => adresse));
    expect(told.cibles.map((one: Record<string, string>) => [one.adresse, one.genre, one.titre, one.etat])).toEqual(
      wanted,
    );
  });

  it('is told to members with a session alone, and of paths alone', async () => {
    const byKey = await vitrine.ask({
      method: 'POST',
      path: '/api/cibles',
      key: tenant.key,
      body: { adresses: ['/'] },
    });
    expect(byKey.status).toBe(401);
    expect((await ask(['https://exemple.fr/'])).told.error).toBe('invalid_input');
    expect((await ask(Array.from({ length: 101 }, () => '/a'))).told.error).toBe('invalid_input');
  });
});
