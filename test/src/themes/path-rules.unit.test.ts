import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXTENSIONS, judgePath } from '../../../src/themes/path-rules.ts';

it('the documents say what each folder takes', async () => {
  const page = await readFile(new URL('../../../docs/theme-format.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)\/` \| ((?:`\.\w+`(?:, )?)+) \|/gm)];
  const told = rows.map(([, folder, extensions = '']) => [folder, [...extensions.matchAll(/\.\w+/g)].map(String)]);
  expect(told).toEqual([...EXTENSIONS]);
});

describe('the path of a theme file', () => {
  it.each([
    'layout/theme.liquid',
    'sections/genere-hero.liquid',
    'snippets/a.liquid',
    'assets/theme.css',
    'assets/1.b_c-d.svg',
    'config/settings_data.json',
    'templates/index.json',
  ])('%s is admitted', (path) => expect(judgePath(path)).toBeNull());

  it.each([
    ['/layout/theme.liquid', 'traversee'],
    ['layout/../a.liquid', 'traversee'],
    ['layout\\theme.liquid', 'traversee'],
    ['sections/a..b.liquid', 'traversee'],
    ['theme.liquid', 'hors_dossier'],
    ['', 'hors_dossier'],
    ['layout/a/b.liquid', 'hors_dossier'],
    ['layouts/theme.liquid', 'hors_dossier'],
    ['Layout/theme.liquid', 'hors_dossier'],
    ['./layout/theme.liquid', 'hors_dossier'],
    ['constructor/theme.liquid', 'hors_dossier'],
    ['sections/', 'nom'],
    ['sections/.liquid', 'nom'],
    ['sections/-a.liquid', 'nom'],
    ['sections/a b.liquid', 'nom'],
    ['sections/é.liquid', 'nom'],
    ['sections/a.liquid\n', 'nom'],
    ['sections/a', 'extension'],
    ['sections/a.LIQUID', 'extension'],
    ['sections/a.json', 'extension'],
    ['assets/theme.js', 'extension'],
    ['assets/theme.css.liquid', 'extension'],
    ['templates/index.liquid', 'extension'],
    ['config/a.css', 'extension'],
  ])('%j is refused: %s', (path, refusal) => expect(judgePath(path)).toBe(refusal));

  it('never admits what could leave its folder', () => {
    const piece = fc.constantFrom(
      'layout',
      'assets',
      'config',
      '..',
      '.',
      '/',
      '\\',
      'a.css',
      'b.json',
      '%2e',
      '\0',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const path = pieces.join('');
        if (judgePath(path) === null) expect(path).toMatch(/^[a-z]+\/[A-Za-z0-9][A-Za-z0-9._-]*$/);
      }),
    );
  });
});
