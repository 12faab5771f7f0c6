import { describe, expect, it } from 'vitest';
import { checkFile, diagnose, type PageRequest } from '../../engine/index.ts';
import { applyEdition, CATALOG_FOLDER, readCatalogFrom, readCatalogTheme } from '../../src/themes/catalog.ts';
import { validateThemeFiles } from '../../src/themes/validate.ts';
import { CONTENT, loadedTheme } from '../engine/support.ts';

const DEMO_TRADES = ['artisan', 'beaute', 'commerce', 'conseil', 'image', 'restauration', 'sante'];

const reference = { titre: 'Titre <&>', description: 'Titre <&>', adresse: '/blog/b' };
const summary = {
  titre: 'Titre <&>',
  extrait: 'Titre <&>',
  adresse: '/blog/b/a',
  image: '/a.png?<&>',
  date: '2026-08-01T10:00:00.000000Z',
  blog: reference,
};

/** What the templates of the blog get beside the page. */
const OBJECTS: Readonly<Record<string, Pick<PageRequest, 'article' | 'blog'>>> = {
  article: { article: { ...summary, contenu: '<p>corps</p>' } },
  blog: {
    blog: {
      ...reference,
      flux: '/blog/b.atom',
      articles: [summary, { ...summary, image: '' }],
      blogs: [reference, reference],
      pagination: { page: 2, pages: 3, precedente: '/blog/b', suivante: '/blog/b?page=3' },
    },
  },
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

    it.each(templates)('renders %s without an incident, within a hundredth of the budget', (template) => {
      const page = { titre: 'Titre <&>', slug: 'x', contenu: '<p>corps</p>', demande: '' as const };
      const compiled = loadedTheme(edited, { objects: 1_000_000 });
      const request = { templates: [template], page, ...OBJECTS[template], nonce: 'n' };
      const result = compiled.render(CONTENT, request);
      expect(result).toMatchObject({ outcome: 'page', incidents: [] });
      const html = result.outcome === 'page' ? result.html : '';
      expect(html).not.toMatch(/<!-- section (inconnue|en erreur|trop)/);
      expect(html).not.toContain('Titre <&>');
      expect(html.match(/<h1[\s>]/g)).toHaveLength(1);
      if (template in OBJECTS) {
        expect(html).toContain('1 août 2026');
        expect(html).toContain('href="/blog/b"');
      }
      expect(Buffer.byteLength(html + (files['assets/theme.css'] ?? ''))).toBeLessThan(100_000);
    });
  });
});
