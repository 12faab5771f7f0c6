import { describe, expect, it } from 'vitest';
import { MENU_LIMITS } from '../../../../src/content/menu-limits.ts';
import { MENU_LEVELS, type MenuItem, readMenu } from '../../../../src/merge/menu-tree.ts';
import { targetWords } from '../../../../src/studio/pages/menus/known-targets.ts';
import { inMenuOrder, menuKey, menuName } from '../../../../src/studio/pages/menus/menu-names.ts';
import { rowProblem, totalProblem } from '../../../../src/studio/pages/menus/problems.ts';
import { dropped, itemsFrom, moved, placeWords, type Rows, rowsFrom } from '../../../../src/studio/pages/menus/rows.ts';
import { menusIn } from '../../../../src/studio/pages/menus/theme-use.ts';

const item = (titre: string, ...enfants: MenuItem[]): MenuItem => ({ titre, url: `/${titre}`, enfants });
const rows = rowsFrom([item('a'), item('b', item('c'), item('d')), item('e')]);
const inShort = (of: Rows | null) => of?.map(({ titre, level }) => '-'.repeat(level - 1) + titre).join(' ') ?? null;
const way = (at: number, to: Parameters<typeof moved>[2]) => inShort(moved(rows, at, to));

describe('the rows of a menu', () => {
  it('are those of its tree, and make it again', () => {
    expect(inShort(rows)).toBe('a b -c -d e');
    expect(itemsFrom(rows)).toEqual([item('a'), item('b', item('c'), item('d')), item('e')]);
    expect(MENU_LEVELS).toBe(MENU_LIMITS.levels);
  });

  it('are moved a step among those beneath the same entry, with all beneath them', () => {
    expect([way(1, 'up'), way(1, 'down'), way(0, 'up'), way(4, 'down')]).toEqual([
      'b -c -d a e',
      'a e b -c -d',
      null,
      null,
    ]);
    expect([way(2, 'up'), way(2, 'down'), way(3, 'down')]).toEqual([null, 'a b -d -c e', null]);
  });

  it('go in beneath the one before them, and out behind their parent; two levels are offered', () => {
    expect([way(4, 'in'), way(1, 'in'), way(3, 'in'), way(0, 'in')]).toEqual(['a b -c -d -e', null, null, null]);
    expect([way(2, 'out'), way(3, 'out'), way(0, 'out')]).toEqual(['a b -d c e', 'a b -c d e', null]);
    const deep = rowsFrom([item('a', item('b', item('c'))), item('d')]);
    expect(inShort(moved(deep, 2, 'out'))).toBe('a -b -c d');
    expect(inShort(dropped(deep, 1, 1, 3))).toBe('a -b --c d');
  });

  it('are dropped at the nearest level that takes no entry from another', () => {
    expect(inShort(dropped(rows, 4, 2, 1))).toBe('a b -e -c -d');
    expect(inShort(dropped(rows, 4, 0, 2))).toBe('e a b -c -d');
    expect(inShort(dropped(rows, 0, 4, 2))).toBe('b -c -d e -a');
    expect(inShort(dropped(rows, 1, 1, 2))).toBe('a b -c -d e');
    expect(dropped(rows, 1, 2, 9)?.every(({ level }) => level <= 2)).toBe(true);
  });

  it('keep their names when the menu comes back changed', () => {
    const [a, b] = rows;
    const back = rowsFrom([item('b', item('c')), { ...item('a'), titre: 'autre' }], rows);
    expect(back.map(({ id }) => id)).toEqual([b?.id, rows[2]?.id, a?.id]);
  });

  it('are placed in words', () => {
    expect(placeWords(rows, rows[3]?.id ?? '')).toBe('place 2 sur 2, sous « b »');
    expect(placeWords(rows, rows[4]?.id ?? '')).toBe('place 3 sur 3, au premier niveau');
  });
});

describe('what is said of menus', () => {
  it('are names in words, and keys for them', () => {
    expect(['principal', 'footer', 'liens-utiles', 'x_2'].map(menuName)).toEqual([
      'Menu principal',
      'Pied de page',
      'Liens utiles',
      'X 2',
    ]);
    expect(['Liens utiles', 'Été 2026', '2026 en bref', '日本', '!'].map(menuKey)).toEqual([
      'liens-utiles',
      'ete-2026',
      'en-bref',
      null,
      null,
    ]);
    expect(inMenuOrder(['b', 'pied', 'a', 'principal', 'a'])).toEqual(['principal', 'pied', 'a', 'b']);
  });

  it('is what the platform would not store', () => {
    const wrong = (titre: string, url: string, field: 'titre' | 'url', isStored = false) =>
      rowProblem({ id: '1', level: 1, titre, url }, field, isStored) !== null;
    for (const titre of [' ', 'a\0', '\ud800', 'é'.repeat(201)])
      expect([titre, wrong(titre, '/', 'titre')]).toEqual([titre, true]);
    for (const titre of ['a', '😀'.repeat(200)]) expect([titre, wrong(titre, '/', 'titre')]).toEqual([titre, false]);
    for (const url of ['javascript:alert(1)', 'nos tarifs', 'data:text/html,x', `/${'a'.repeat(2000)}`])
      expect([url, wrong('a', url, 'url')]).toEqual([url, true]);
    for (const url of ['', '#', '#haut', '/a?b#c', 'https://exemple.fr', 'mailto:a@b.fr', 'tel:+33', '?page=2'])
      expect([url, wrong('a', url, 'url')]).toEqual([url, false]);
    expect(wrong('a', 'relative', 'url', true)).toBe(false);
    expect(totalProblem(50, 200)).toBeNull();
    expect([totalProblem(2, 203), totalProblem(51, 3)]).toEqual([
      expect.stringContaining('retirez-en 3'),
      expect.stringContaining('51 menus'),
    ]);
  });

  it('is where an entry leads, and that nothing is there', () => {
    const at = (etat: 'visible' | 'brouillon' | 'absente' | 'redirigee') =>
      targetWords('/tarifs', { adresse: '/tarifs', genre: 'page', titre: 'Tarifs', etat });
    expect(at('visible')).toEqual({ words: 'Page « Tarifs »', isGone: false });
    expect([at('brouillon')?.isGone, at('absente')?.isGone, at('redirigee')?.isGone]).toEqual([true, true, false]);
    expect(targetWords('/tarifs', undefined)).toBeNull();
    expect(targetWords('#haut', null)).toEqual({ words: 'Un endroit de la page', isGone: false });
  });

  it('is which of them a theme shows, by its settings and by its code', () => {
    const schema = (settings: object[], blocks: object[] = []) =>
      `{% schema %}${JSON.stringify({ name: 'En-tête', settings, blocks })}{% endschema %}`;
    const picker = { type: 'menu_picker', id: 'menu', label: 'Menu' };
    const use = menusIn(
      new Map([
        ['layout/theme.liquid', "{% section 'tete' %}{% for e in menus.pied %}{% endfor %}{{ content_for_layout }}"],
        ['sections/tete.liquid', schema([{ ...picker, default: 'principal' }])],
        [
          'sections/liste.liquid',
          schema([{ type: 'text', id: 'menu', label: 'x' }], [{ type: 'a', name: 'A', settings: [picker] }]),
        ],
        ['snippets/a.liquid', `{{ menus['annexe'][0].titre }}`],
        [
          'templates/index.json',
          JSON.stringify({
            sections: {
              l: {
                type: 'liste',
                settings: { menu: 'texte' },
                blocks: { b: { type: 'a', settings: { menu: 'liens' } } },
                block_order: ['b'],
              },
            },
            order: ['l'],
          }),
        ],
        ['config/settings_schema.json', JSON.stringify([{ name: 'Tiroir', settings: [{ ...picker, id: 'tiroir' }] }])],
        ['config/settings_data.json', JSON.stringify({ current: { tiroir: 'cote' } })],
      ]),
    );
    expect([...use].map(([key, places]) => [key, [...places]]).sort()).toEqual([
      ['annexe', []],
      ['cote', ['Tiroir']],
      ['liens', ['En-tête']],
      ['pied', []],
      ['principal', ['En-tête']],
    ]);
  });
});

describe('a text that is no menu', () => {
  it('is not read', () => {
    expect(['', '{}', '[1]', '[{"titre":"a"}]', '[{"titre":"a","url":"/","enfants":{}}]'].map(readMenu)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });
});
