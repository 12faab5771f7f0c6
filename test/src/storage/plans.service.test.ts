import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPublicArticles, findPublicFeeds, findPublicLists } from '../../../src/storage/public-blogs.ts';
import { findPictures, probeMedias } from '../../../src/storage/public-medias.ts';
import { findOutline } from '../../../src/storage/public-outline.ts';
import { findPublicPages } from '../../../src/storage/public-pages.ts';
import { loadContent, probeSites } from '../../../src/storage/public-sites.ts';
import { findAsset, hasLayout, loadPublishedTheme, probeAssets } from '../../../src/storage/public-themes.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import type { Queryable, Statement } from '../../../src/storage/statement.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';

let db: RolePools;
let siteId: string;
let themeId: string;
let mediaId: string;

beforeAll(async () => {
  const url = await freshDatabase();
  db = openPools(url, 'vitrine_public');
  for (const text of [
    "INSERT INTO sites (slug, nom) SELECT 's' || n, 'S' FROM generate_series(1, 1000) n",
    "INSERT INTO domaines (hote, site_id) SELECT slug || '.test', id FROM sites",
    "INSERT INTO themes (site_id, nom, role, lignee) SELECT id, 'T', 'publie', gen_random_uuid() FROM sites",
    "INSERT INTO textes SELECT vitrine_cle_de_texte('', n::text), n FROM generate_series(1, 1000) n",
    `INSERT INTO fichiers (site_id, theme_id, chemin, depuis, texte)
     SELECT site_id, id, (ARRAY['assets/', 'sections/'])[1 + k % 2] || k || '.css', 1, vitrine_cle_de_texte('', k::text)
     FROM themes, generate_series(1, 4) k`,
    "INSERT INTO pages (site_id, slug, titre) SELECT id, 'p' || k, 'P' FROM sites, generate_series(1, 4) k",
    "INSERT INTO blogs (site_id, slug, titre) SELECT id, 'b', 'B' FROM sites",
    `INSERT INTO articles (site_id, blog_id, slug, titre)
     SELECT site_id, id, 'a' || k, 'A' FROM blogs, generate_series(1, 4) k`,
    'INSERT INTO menus (site_id) SELECT id FROM sites',
    `INSERT INTO medias (site_id, nom, type, empreinte, objet, octets, largeur, hauteur)
     SELECT id, 'm', 'image/jpeg', sha256(k::text::bytea), repeat('0', 64) || '-' || repeat('0', 16), 1, 800, 600
     FROM sites, generate_series(1, 4) k`,
    `INSERT INTO variantes (site_id, empreinte, nom, octets)
     SELECT site_id, empreinte, w || '.webp', 1 FROM medias, generate_series(1, 4) w`,
    "INSERT INTO slugs (slug, site_id) SELECT 'ancienne-' || substr(slug, 2), id FROM sites",
    'ANALYZE',
  ]) {
    await query(url, text);
  }
  const [row] = (await query(url, 'SELECT site_id, id FROM themes LIMIT 1')).rows;
  [siteId, themeId] = [row.site_id, row.id];
  mediaId = (await query(url, 'SELECT id FROM medias WHERE site_id = $1 LIMIT 1', [siteId])).rows[0].id;
});
afterAll(() => db.end());

/** The plan of the one statement that `work` runs. */
async function planOf(work: (db: Queryable) => Promise<unknown>, explained = 'EXPLAIN'): Promise<string> {
  let plan = '';
  const explain: Queryable = {
    query: async <R extends pg.QueryResultRow>(statement: string | Statement, values?: unknown[]) => {
      const { text, values: own = values ?? [] } = typeof statement === 'string' ? { text: statement } : statement;
      const { rows } = await db.query(`${explained} ${text}`, own);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] as R[] } as pg.QueryResult<R>;
    },
  };
  await work(explain);
  return plan;
}

const address = (n: number) => ({ slug: `s${n}`, host: `s${n}.test` });
const media = () => ({ siteId, id: mediaId, variant: '640' });
const asset = () => ({ siteId, themeId, path: 'assets/1.css' });

// A few sites out of a table of short rows may be found either way.
it.each<[string, (db: Queryable) => Promise<unknown>]>([
  ['an address', (explain) => probeSites(explain, [address(5)])],
  ['a former address', (explain) => probeSites(explain, [{ slug: 'ancienne-5', host: 'ancienne-5.test' }])],
  ['many addresses', (explain) => probeSites(explain, [1, 2, 3, 4, 5, 6, 7, 8].map(address))],
  ['pages', (explain) => findPublicPages(explain, [{ siteId, slug: 'p3' }])],
  ['a list of the articles of a blog', (explain) => findPublicLists(explain, [{ siteId, blog: 'b', start: 0 }])],
  ['a list of all articles of a site', (explain) => findPublicLists(explain, [{ siteId, blog: null, start: 12 }])],
  ['an article', (explain) => findPublicArticles(explain, [{ siteId, blog: 'b', article: 'a2' }])],
  ['a feed', (explain) => findPublicFeeds(explain, [{ siteId, blog: 'b' }])],
  ['the version of an asset', (explain) => probeAssets(explain, [asset()])],
  ['an asset', (explain) => findAsset(explain, asset())],
  ['a layout', (explain) => hasLayout(explain, siteId, themeId)],
  ['a theme', (explain) => loadPublishedTheme(explain, siteId, themeId)],
  ['the content of a site', (explain) => loadContent(explain, siteId, () => 'http://s.localhost')],
  ['a picture', (explain) => probeMedias(explain, [media()])],
  ['many pictures', (explain) => probeMedias(explain, Array.from({ length: 8 }, media))],
  ['what pages say of pictures', (explain) => findPictures(explain, [media()])],
  ['the outline of a site', (explain) => findOutline(explain, siteId)],
])('looking up %s reads no table as a whole', async (_what, work) => {
  const plan = await planOf(work);
  expect(plan).toContain('Index');
  expect(plan).not.toMatch(/Seq Scan on (slugs|themes|fichiers|textes|pages|articles|blogs|medias|variantes)/);
});

it('a former address is looked for only where no present one is', async () => {
  const plan = await planOf((explain) => probeSites(explain, [address(5)]), 'EXPLAIN (ANALYZE, TIMING off, COSTS off)');
  const ofSlugs = plan.split('\n').filter((line) => /\bslugs\b/.test(line));
  expect(ofSlugs).not.toEqual([]);
  for (const line of ofSlugs) expect(line).toContain('never executed');
});
