import { beforeAll, describe, expect, it } from 'vitest';
import { checkFile, diagnose } from '../../engine/index.ts';
import type { DemoSite } from '../../src/demo/demo-site.ts';
import { applyEdition, CATALOG_FOLDER, readCatalogFrom, readCatalogTheme } from '../../src/themes/catalog.ts';
import { validateThemeFiles } from '../../src/themes/validate.ts';
import { rendererOf, type View, viewsOf } from '../support/shown-theme.ts';

const DEMO_TRADES = ['artisan', 'beaute', 'commerce', 'conseil', 'image', 'restauration', 'sante'];

/** A site whose every text would do harm, were it not escaped. */
const HOSTILE: DemoSite = {
  slug: 'hostile',
  nom: 'Titre <&>',
  edition: '',
  description: 'Titre <&>',
  pages: [{ slug: 'x', titre: 'Titre <&>', gabarit: 'page', contenu: '<p>corps</p>' }],
  menus: { principal: [{ titre: 'Titre <&>', url: '/?<&>', enfants: [{ titre: 'Titre <&>', url: '/' }] }] },
  blogs: [
    {
      slug: 'b',
      titre: 'Titre <&>',
      description: 'Titre <&>',
      articles: ['a', 'c'].map((slug) => ({
        slug,
        titre: 'Titre <&>',
        extrait: 'Titre <&>',
        image: 'a.svg?<&>',
        il_y_a_jours: 1,
        contenu: '<p>corps</p>',
      })),
    },
  ],
};

const themes = await readCatalogFrom(CATALOG_FOLDER);

it('origo is in the catalog; ids outside it are not, however they are written', async () => {
  expect(themes.map(({ id }) => id)).toContain('origo');
  for (const id of ['', 'Origo', '../src', 'origo/..', 'origo/', 'constructor'])
    expect(await readCatalogTheme(id)).toBeNull();
});

describe.each(themes.map((theme) => [theme.id, theme] as const))('%s', (_id, theme) => {
  const { metadata, files } = theme;

  it('passes what an author’s theme passes', () => {
    validateThemeFiles(files);
    for (const [path, content] of Object.entries(files)) expect([path, checkFile(content, path)]).toEqual([path, null]);
  });

  it('describes itself', () => {
    expect(metadata.nom).not.toBe('');
    expect(metadata.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(metadata.pour).toMatch(/\.$/);
    expect(metadata.traits).toHaveLength(3);
    // The loader leaves out what it does not know: nothing may be missing.
    expect(JSON.parse(files['config/theme.json'] ?? '')).toMatchObject(metadata);
  });

  it('has each demo trade in exactly one edition', () => {
    const claimed = metadata.editions
      .flatMap((edition) => edition.metiers)
      .filter((trade) => DEMO_TRADES.includes(trade));
    expect(claimed.sort()).toEqual(DEMO_TRADES);
  });

  it('uses sections, snippets and assets that exist, and has none that nothing uses', () => {
    const sources = Object.entries(files).filter(([path]) => /\.(liquid|json|css)$/.test(path));
    const all = sources.map(([, source]) => source).join('\n');
    const named = (pattern: RegExp) => [...all.matchAll(pattern)].map(([, name]) => name);
    const folder = (name: string) =>
      Object.keys(files)
        .filter((path) => path.startsWith(`${name}/`))
        .map((path) => path.slice(name.length + 1));
    expect(folder('snippets').sort()).toEqual(
      [...new Set(named(/\{%-?\s*render '([^']+)'/g))].map((n) => `${n}.liquid`).sort(),
    );
    for (const asset of folder('assets')) expect(all).toContain(asset);
  });

  it('tells on the page of an article what its picture shows', () => {
    const { article, ...view } = viewsOf(HOSTILE).article;
    const id = '0b9d7c1e-3c5f-4d7a-9f55-6c1f2a3b4c5d';
    const facts = { name: 'a.jpg', kind: 'photo', width: 1200, height: 900, alt: 'Le fournil', colour: '' } as const;
    const html = rendererOf(
      files,
      HOSTILE,
    )({
      ...view,
      ...(article && { article: { ...article, image: `/medias/${id}/a.jpg` } }),
      pictures: { [id]: { ...facts, focal: { x: 500, y: 500 }, content: '0123456789ab', placeholder: '' } },
    });
    expect(html).toContain('alt="Le fournil"');
  });

  describe.each(['', ...metadata.editions.map((edition) => edition.id)])('in the edition %j', (edition) => {
    const edited = applyEdition(theme, edition);

    it('sets values only, so that all it says is laid over', () => {
      const { settings = {} } = metadata.editions.find(({ id }) => id === edition) ?? {};
      expect(JSON.parse(edited['config/settings_data.json'] ?? '')).toMatchObject(settings);
    });

    it('has nothing to diagnose', () => expect(diagnose(edited)).toEqual([]));

    const templates = Object.keys(edited)
      .filter((path) => path.startsWith('templates/'))
      .map((path) => path.slice('templates/'.length, -'.json'.length));

    const views: Record<string, View> = viewsOf(HOSTILE);
    let render: ReturnType<typeof rendererOf>;
    beforeAll(() => {
      render = rendererOf(edited, HOSTILE);
    });

    it.each(templates)('renders %s without an incident, and writes no text as markup', (template) => {
      const view = views[template] ?? viewsOf(HOSTILE).page;
      const html = render({ ...view, templates: [template] });
      expect(html).not.toMatch(/<!-- section (inconnue|en erreur|trop)/);
      expect(html).not.toContain('Titre <&>');
      expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
      if (view.article || view.blog) {
        expect(html.replaceAll(/<\/?span>/g, '')).toContain('1er août 2026');
        expect(html).toContain('href="/blog/b"');
      }
    });
  });
});
