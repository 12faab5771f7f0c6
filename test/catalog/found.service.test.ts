import { readFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoSite, readDemoSites } from '../../src/demo/demo-site.ts';
import { DAYS } from '../../src/text/site-facts/hours.ts';
import { CATALOG_FOLDER } from '../../src/themes/catalog.ts';
import { CATALOG_IDS } from '../../src/themes/catalog-ids.ts';
import { freshDatabase } from '../support/database.ts';
import { makeTestDemo, type TestDemo } from '../support/demo.ts';
import { type ReadPage, readPage } from '../support/found/page-head.ts';
import { type DataNode, faultsIn, nodesIn } from '../support/found/schema-org.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { until } from '../support/until.ts';

/** Snippets that all themes have in the same words. */
const SHARED = ['referencement', 'image-partagee', 'photo', 'semaine', 'exceptions', 'colonne', 'reseaux', 'telephone'];

/** Words of links that say nothing of where they lead. */
const EMPTY_WORDS = /^(?:ici|cliquez ici|en savoir plus|lire la suite|plus|suite|voir|lien|découvrir)\.?$/i;

/** Bytes that the home page of each demo site may have as browsers get it, without the head of the answer. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  aplomb: 8_150,
  cadence: 9_100,
  epure: 7_650,
  forge: 9_650,
  origo: 7_500,
  piazza: 12_300,
  scene: 9_400,
  vela: 8_850,
};

let vitrine: TestProgram;
let made: TestDemo;
beforeAll(async () => {
  const url = await freshDatabase();
  made = await makeTestDemo(url);
  vitrine = await startTestProgram({ DATA_DIR: made.dataDir }, { databaseUrl: url });
});
afterAll(async () => {
  await vitrine.close();
  await made.remove();
});

it.each(SHARED)('the snippet %s is the same in all themes', async (name) => {
  const texts = await Promise.all(
    CATALOG_IDS.map((id) => readFile(new URL(`${id}/snippets/${name}.liquid`, CATALOG_FOLDER), 'utf8')),
  );
  expect(new Set(texts).size).toBe(1);
});

interface Kind {
  readonly kind: string;
  readonly path: string;
  /** Types of the nodes besides those of the site. */
  readonly types: readonly string[];
}

function kindsOf({ pages, blogs }: DemoSite): Kind[] {
  const [blog] = blogs;
  const [article] = blog?.articles ?? [];
  return [
    { kind: 'accueil', path: '/', types: [] },
    { kind: 'page', path: `/${pages[0]?.slug}`, types: ['WebPage', 'BreadcrumbList'] },
    { kind: 'blog', path: `/blog/${blog?.slug}`, types: ['Blog', 'BreadcrumbList'] },
    { kind: 'blogs', path: '/blog', types: [blogs.length > 1 ? 'CollectionPage' : 'Blog', 'BreadcrumbList'] },
    { kind: 'article', path: `/blog/${blog?.slug}/${article?.slug}`, types: ['BlogPosting', 'BreadcrumbList'] },
    { kind: 'introuvable', path: '/nulle-part', types: [] },
  ];
}

const only = <T>(list: readonly T[] | undefined): T | undefined => {
  expect(list?.length ?? 0).toBeLessThanOrEqual(1);
  return list?.[0];
};

describe.each(await readDemoSites())('the demo site of $themeId', ({ site }) => {
  const host = `${site.slug}.localhost`;
  const origin = () => `http://${host}:${vitrine.port}`;
  const visit = async (path: string): Promise<ReadPage> => {
    const { status, text } = await vitrine.ask({ host, path });
    expect([path, status]).toEqual([path, path === '/nulle-part' ? 404 : 200]);
    return readPage(text);
  };

  it.each(kindsOf(site))('tells search engines what $path is: $kind', async ({ kind, path, types }) => {
    const page = await visit(path);
    const isFound = kind !== 'introuvable';
    const meta = (name: string) => only(page.metas.get(name));

    expect(page.titles).toEqual([expect.stringContaining(site.nom)]);
    const canonical = isFound ? `${origin()}${path}` : undefined;
    expect(only(page.links.get('canonical'))).toBe(canonical);
    expect(meta('og:url')).toBe(canonical);
    expect(meta('og:type')).toBe(kind === 'article' ? 'article' : 'website');
    expect(meta('og:title')).toBeTruthy();
    expect(meta('og:site_name')).toBe(site.nom);
    expect(meta('og:locale')).toBe('fr_FR');
    if (isFound) {
      expect(meta('description')?.length).toBeGreaterThan(20);
      expect(meta('og:description')).toBe(meta('description'));
    }
    const image = meta('og:image');
    expect(meta('twitter:card')).toBe(image ? 'summary_large_image' : 'summary');
    if (image) {
      const { pathname, origin: at } = new URL(image);
      expect(at).toBe(origin());
      const answer = await vitrine.ask({ host, path: pathname });
      expect(answer.headers['content-type']).toMatch(/^image\/(?:jpeg|png|webp)$/);
      expect([meta('og:image:width'), meta('og:image:height')]).toEqual([
        expect.stringMatching(/^\d+$/),
        expect.stringMatching(/^\d+$/),
      ]);
    }

    const nodes = nodesIn(page.data);
    expect(faultsIn(nodes, origin())).toEqual([]);
    const activity = site.parametres?.general.activite;
    expect(nodes.map((node) => node['@type'])).toEqual([...types, 'WebSite', activity]);
    const trail = nodes.find((node) => node['@type'] === 'BreadcrumbList')?.itemListElement as DataNode[] | undefined;
    for (const [place, { position, item }] of (trail ?? []).entries()) {
      expect(position).toBe(place + 1);
      expect((await vitrine.ask({ host, path: new URL(String(item)).pathname })).status).toBe(200);
    }
    if (trail) expect(trail.at(-1)?.item).toBe(canonical);
    if (kind === 'article')
      expect([meta('article:published_time'), meta('article:modified_time')]).toEqual([
        nodes[0]?.datePublished,
        nodes[0]?.dateModified,
      ]);

    // What Lighthouse looks for besides.
    expect(page.lang).toBe('fr');
    expect(meta('viewport')).toContain('width=device-width');
    expect(meta('robots')).toBeUndefined();
    expect(page.strays).toEqual([]);
    expect(page.imagesWithoutAlt).toBe(0);
    for (const { href, text } of page.anchors) {
      expect([text, href]).toEqual([text, expect.stringMatching(/^(?:https?:|\/|#|mailto:|tel:)/)]);
      expect([href, text]).toEqual([href, expect.not.stringMatching(EMPTY_WORDS)]);
      expect([href, text]).toEqual([href, expect.stringMatching(/\S/)]);
    }
  });

  it('has a home page of few bytes, as few as if the whole page were compressed for each visitor', async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const most = MOST_BYTES[site.slug] ?? 0;
    await until(`the home page of ${site.slug} has ${most} bytes at most`, async () => {
      const { bytes } = await vitrine.ask({ host, headers });
      expect(bytes.length).toBeLessThanOrEqual(most);
      expect(bytes.length).toBeLessThan(1.02 * gzipSync(gunzipSync(bytes), { level: 9 }).length);
    });
  });

  it('says its hours, its telephone and its networks as its settings do', async () => {
    const page = await visit('/');
    const [, house] = nodesIn(page.data);
    const { contact, reseaux } = site.parametres ?? {};
    const days = new Map(DAYS.map(({ schema, id }) => [`https://schema.org/${schema}`, id]));
    const told = (house?.openingHoursSpecification as DataNode[]).map(({ dayOfWeek, opens, closes }) => [
      days.get(String(dayOfWeek) as never),
      opens,
      closes,
    ]);
    const said = Object.entries(contact?.horaires ?? {}).flatMap(([day, spans]) =>
      spans.map(({ de, a }) => [day, de, a]),
    );
    expect(told).toEqual(said);
    expect(house?.telephone).toBe(contact?.telephone);
    expect(new Set(house?.sameAs as string[])).toEqual(new Set(Object.values(reseaux ?? {})));
    expect((house?.specialOpeningHoursSpecification as DataNode[] | undefined)?.length).toBe(
      contact?.exceptions?.length,
    );

    const addresses = page.anchors.map(({ href }) => href);
    expect(addresses).toContain(`tel:${contact?.telephone.replaceAll(' ', '')}`);
    expect(addresses).toContain(`mailto:${contact?.courriel_public}`);
    for (const address of Object.values(reseaux ?? {})) expect(addresses).toContain(address);
  });
});
