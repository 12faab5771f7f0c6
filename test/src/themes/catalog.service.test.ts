import { afterEach, describe, expect, it } from 'vitest';
import { compileTheme } from '../../../engine/index.ts';
import { applyEdition, editionFor, readCatalogFrom, readThemeFrom } from '../../../src/themes/catalog.ts';
import { CATALOG_IDS } from '../../../src/themes/catalog-ids.ts';
import { TRADES } from '../../../src/themes/trades.ts';
import { type CatalogFolder, catalogFolder } from '../../support/catalog-folder.ts';
import { MINIMAL_THEME } from '../../support/program.ts';

const folders: CatalogFolder[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await folder.remove();
});

async function themeWith(description: unknown, more: Readonly<Record<string, unknown>> = {}) {
  const files = { ...MINIMAL_THEME, ...(description !== undefined && { 'config/theme.json': description }), ...more };
  const folder = await catalogFolder(
    Object.fromEntries(Object.entries(files).map(([path, content]) => [`forge/${path}`, content])),
  );
  folders.push(folder);
  const theme = await readThemeFrom(folder.url, 'forge');
  if (!theme) throw new Error('no theme');
  return theme;
}

describe('Catalog theme metadata (config/theme.json)', () => {
  const BARE = { nom: 'forge', version: '1.0.0', pour: '', traits: [], metiers: [], editions: [] };

  it.each([
    undefined,
    '',
    '{"nom": "Forge"',
    'null',
    '[]',
    '"Forge"',
    '42',
  ])('unreadable (%j) does not stop compilation: the theme gets its folder id as name and 1.0.0', async (source) => {
    const { metadata, files } = await themeWith(source);
    expect(metadata).toEqual(BARE);
    expect(
      compileTheme(files)
        .map(({ code }) => code)
        .join(),
    ).toContain('bonjour');
  });

  it.each([
    undefined,
    null,
    '',
    '  ',
    42,
    'x'.repeat(81),
  ])('nom %j: falls back to the folder id, and the rest stays', async (nom) => {
    expect((await themeWith({ nom, version: '2.1.0', pour: 'Pour tous.' })).metadata).toEqual({
      ...BARE,
      version: '2.1.0',
      pour: 'Pour tous.',
    });
  });

  it.each([undefined, null, '', 2, 'x'.repeat(21)])('version %j: default 1.0.0', async (version) => {
    expect((await themeWith({ nom: 'Forge', version })).metadata).toEqual({ ...BARE, nom: 'Forge' });
  });

  it('pour, traits: a value that is not a text is left out, and only that value', async () => {
    const { metadata } = await themeWith({ nom: 'Forge', pour: {}, traits: ['un', 2, null, 'trois'] });
    expect(metadata).toEqual({ ...BARE, nom: 'Forge', traits: ['un', 'trois'] });
  });

  it('metiers: the thirteen ids, ordered by relevance; others are left out', async () => {
    expect(TRADES).toHaveLength(13);
    const metiers = ['sport', '__proto__', 'constructor', 'artisan', 1, 'Sport', 'autre'];
    expect((await themeWith({ metiers })).metadata.metiers).toEqual(['sport', 'artisan', 'autre']);
    expect((await themeWith({ metiers: [...TRADES].reverse() })).metadata.metiers).toEqual([...TRADES].reverse());
    expect((await themeWith({ metiers: 'sport' })).metadata.metiers).toEqual([]);
  });

  it('editions: optional; a malformed one is left out, and only that one', async () => {
    const good = { id: 'a', nom: 'A', pour: 'Pour A.', metiers: ['sport'], settings: { current: { x: 1 } } };
    const { metadata } = await themeWith({ editions: [null, {}, { id: 3 }, good, { id: 'b', metiers: 7 }] });
    expect(metadata.editions).toEqual([good, { id: 'b', nom: '', pour: '', metiers: [], settings: {} }]);
  });
});

it('only files ending .liquid, .json, .css, .svg of a catalog theme are kept', async () => {
  const dropped = [
    'LISEZMOI.md',
    'assets/a.js',
    'assets/a.png',
    'assets/a.woff2',
    'assets/a.SVG',
    '.gitignore',
    'json',
  ];
  const kept = { 'assets/a.css': 'a', 'assets/a.svg': '<svg/>', 'snippets/a.liquid': 'a', 'templates/page.json': '{}' };
  const theme = await themeWith({}, { ...Object.fromEntries(dropped.map((path) => [path, 'x'])), ...kept });
  expect(Object.keys(theme.files).sort()).toEqual(
    [...Object.keys(MINIMAL_THEME), ...Object.keys(kept), 'config/theme.json'].sort(),
  );
});

it('a theme is in the catalog once its folder has a file; a folder of another name is no theme', async () => {
  const folder = await catalogFolder({
    'vela/layout/theme.liquid': '',
    'epure/config/theme.json': '{}',
    'scene/a.png': '',
    'pictures/vela.jpg': '',
    'pictures/layout/theme.liquid': '',
    'autre/layout/theme.liquid': '',
  });
  folders.push(folder);
  expect((await readCatalogFrom(folder.url)).map(({ id }) => id)).toEqual(['epure', 'vela']);
  expect(await readThemeFrom(folder.url, 'pictures')).toBeNull();
  expect(CATALOG_IDS).toHaveLength(8);
});

describe('an edition', () => {
  const DATA = {
    current: {
      couleur: 'noir',
      taille: 2,
      sections: {
        header: {
          type: 'header',
          settings: { titre: 'Avant', menu: 'principal' },
          blocks: { a: { type: 'lien', settings: { texte: 'A', url: '/' } } },
          block_order: ['a'],
        },
      },
    },
    presets: [1],
  };
  async function laidOver(settings: unknown, data: unknown = DATA) {
    const theme = await themeWith({ editions: [{ id: 'e', settings }] }, { 'config/settings_data.json': data });
    const files = applyEdition(theme, 'e');
    const path = 'config/settings_data.json';
    expect({ ...files, [path]: '' }).toEqual({ ...theme.files, [path]: '' });
    return JSON.parse(files[path] ?? '');
  }

  it('has its settings deep-merged over config/settings_data.json', async () => {
    const edition = {
      current: {
        couleur: 'rouge',
        ajout: [1, 2],
        sections: {
          header: { settings: { titre: 'Après' }, blocks: { a: { settings: { texte: 'B' } } } },
          footer: { settings: { mention: 'fin' } },
        },
      },
    };
    const expected = structuredClone(DATA) as Record<string, unknown> & typeof DATA;
    Object.assign(expected.current, { couleur: 'rouge', ajout: [1, 2] });
    Object.assign(expected.current.sections, { footer: { settings: { mention: 'fin' } } });
    expected.current.sections.header.settings.titre = 'Après';
    expected.current.sections.header.blocks.a.settings.texte = 'B';
    expect(await laidOver(edition)).toEqual(expected);
  });

  it.each<object>([
    { order: ['x'] },
    { presets: [] },
    { current: { sections: { header: { type: 'autre', disabled: true, block_order: [] } } } },
    { current: { sections: { header: { blocks: { b: { type: 'lien', settings: { texte: 'B' } } } } } } },
    { current: { sections: { header: { blocks: { a: { type: 'image' } }, settings: null } } } },
    { current: { sections: { header: { blocks: { constructor: { settings: { x: 1 } } } } } } },
    { current: { sections: [] } },
    { current: [] },
  ])('sets setting values only, never structure: %j changes nothing', async (settings) => {
    expect(await laidOver(settings)).toEqual(DATA);
  });

  it.each(['', '{', '[]', 'null'])('over unreadable settings (%j) is all that is set', async (data) => {
    expect(await laidOver({ current: { couleur: 'rouge' } }, data)).toEqual({ current: { couleur: 'rouge' } });
  });

  it('that the theme does not have leaves the files as they are', async () => {
    const theme = await themeWith({ editions: [{ id: 'e', settings: { current: { x: 1 } } }] });
    expect(applyEdition(theme, 'f')).toBe(theme.files);
  });
});

describe('the edition for a trade', () => {
  it('is the one that claims it; an unclaimed trade falls back to the first edition', async () => {
    const { metadata } = await themeWith({
      editions: [
        { id: 'a', metiers: ['sport'] },
        { id: 'b', metiers: ['sante', 'artisan'] },
      ],
    });
    const idFor = (trade: (typeof TRADES)[number]) => editionFor(metadata, trade)?.id;
    expect(['sport', 'sante', 'artisan', 'beaute', 'autre'].map((trade) => idFor(trade as 'sport'))).toEqual([
      ...['a', 'b', 'b', 'a', 'a'],
    ]);
  });

  it('is none of a theme without editions', async () => {
    expect(editionFor((await themeWith({})).metadata, 'sport')).toBeNull();
  });
});
