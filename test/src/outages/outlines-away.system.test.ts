import { afterAll, beforeAll, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import { until } from '../../support/until.ts';
import { FROM_MEMORY, type FragileProgram, publishSite, type Site, startFragileProgram } from './support.ts';

let fragile: FragileProgram;
let warm: Site;
let cold: Site;
beforeAll(async () => {
  fragile = await startFragileProgram();
  warm = await publishSite(fragile, 'tiède');
  cold = await publishSite(fragile, 'froid');
});
afterAll(() => fragile.close());

const OUTLINES = ['/sitemap.xml', '/llms.txt'];

const addPage = async (slug: string) => {
  await query(fragile.databaseUrl, "INSERT INTO pages (site_id, slug, titre) VALUES ($1, $2, 'T')", [
    warm.siteId,
    slug,
  ]);
  await query(fragile.databaseUrl, 'UPDATE sites SET contenu_maj_le = statement_timestamp() WHERE id = $1', [
    warm.siteId,
  ]);
};

it('without the database the map and llms.txt are the last that were served, and what was never served is 503', async () => {
  await addPage('vue');
  for (const path of OUTLINES) expect((await warm.page(path)).text).toContain('/vue');
  // The home page is seen at a version of the content whose outline nobody asked for.
  await addPage('pas-lue');
  expect((await warm.page()).status).toBe(200);
  expect((await cold.page()).status).toBe(200);
  await fragile.proxy.stop();

  expect((await warm.page('/robots.txt')).text).toContain('Sitemap:');
  for (const path of OUTLINES) {
    const known = await warm.page(path);
    expect([known.status, known.headers['cache-status']]).toEqual([200, expect.stringMatching(FROM_MEMORY)]);
    expect(known.text).toContain('/vue');
    const again = await fragile.vitrine.ask({
      host: `${warm.slug}.localhost`,
      path,
      headers: { 'if-none-match': String(known.headers.etag) },
    });
    expect(again.status).toBe(304);
    const unknown = await cold.page(path);
    expect([unknown.status, unknown.headers['cache-status']]).toEqual([503, undefined]);
    expect(unknown.headers['retry-after']).toMatch(/^\d+$/);
  }
});

it('when it is back they are fresh', async () => {
  await fragile.proxy.pass();
  const map = () => warm.page('/sitemap.xml');
  await until('the map is fresh', async () => expect((await map()).headers['cache-status']).toBeUndefined());
  for (const path of OUTLINES) expect((await warm.page(path)).text).toContain('/pas-lue');
});
