import { describe, expect, it } from 'vitest';
import { SETTING_TYPES } from '../../../../engine/language/setting-types.ts';
import { oddValuesOf } from '../../../../src/cli/theme-tests/odd-values.ts';
import { withThemeSettings } from '../../../../src/cli/theme-tests/theme-settings.ts';
import { fillableOf, filledSection, variantsOf } from '../../../../src/cli/theme-tests/variants.ts';

const SCHEMA = {
  settings: [
    { type: 'header', content: 'Textes' },
    { type: 'text', id: 'titre' },
    { type: 'select', id: 'ton', options: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'] },
    { type: 'range', id: 'taille', min: 2, max: 9 },
  ],
  blocks: [
    { type: 'lien', settings: [{ type: 'url', id: 'adresse' }] },
    { type: 'texte', settings: [{ type: 'textarea', id: 'texte' }] },
    'ceci n’est pas un bloc',
  ],
  max_blocks: 3,
};

describe('the variants of a section', () => {
  const variants = variantsOf(fillableOf(SCHEMA));
  const valuesOf = (id: string) =>
    variants.flatMap(({ given }) => given.filter(({ setting }) => setting.id === id).map(({ odd }) => odd.value));

  it('have every odd value of every setting, of blocks too', () => {
    expect(new Set(valuesOf('ton'))).toEqual(new Set([...'abcdefghijkl', 'vitrine-inconnue', undefined]));
    expect(new Set(valuesOf('taille'))).toEqual(new Set([2, 1, 9, 10, 0, undefined]));
    for (const id of ['titre', 'texte', 'adresse']) {
      const type = { titre: 'text', texte: 'textarea', adresse: 'url' }[id] ?? '';
      expect(new Set(valuesOf(id)).size).toBe(new Set(oddValuesOf({ type }, 0).map(({ value }) => value)).size);
    }
  });

  it('have no blocks, each block alone, as many as the section takes, many more, and an unknown one', () => {
    const blocks = variants.map(({ blocks: types }) => types.join(' '));
    expect(blocks).toEqual(expect.arrayContaining(['', 'lien', 'texte', 'lien texte lien', 'vitrine-inconnu']));
    expect(Math.max(...variants.map(({ blocks: types }) => types.length))).toBe(50);
  });

  it('are always the same', () => expect(variantsOf(fillableOf(SCHEMA))).toEqual(variants));

  it('give each setting a mark of its own', () => {
    const marks = fillableOf(SCHEMA).settings.map(({ mark }) => mark);
    expect(marks).toEqual([1, 2, 3, 4, 5]);
  });

  it('are what a template holds', () => {
    const [setting] = fillableOf(SCHEMA).settings;
    const given = setting ? [{ setting, odd: { label: '', value: 'a' } }] : [];
    expect(filledSection('s', { label: '', given, blocks: ['lien'] })).toEqual({
      type: 's',
      settings: { titre: 'a' },
      blocks: { 'bloc-1': { type: 'lien', settings: {} } },
      block_order: ['bloc-1'],
    });
  });

  it('are few, however much a schema declares', () => {
    const many = <T>(one: (place: number) => T) => Array.from({ length: 5_000 }, (_, place) => one(place));
    const options = many(String);
    const settings = many((place) => ({ type: place % 2 ? 'text' : 'select', id: `s${place}`, options }));
    const huge = variantsOf(fillableOf({ settings, blocks: many((place) => ({ type: `b${place}`, settings })) }));
    expect(huge.length).toBeLessThan(150);
    expect(JSON.stringify(huge.map((variant) => filledSection('s', variant))).length).toBeLessThan(20_000_000);
  });

  it('exist for a schema that declares nothing', () => {
    expect(variantsOf(fillableOf({})).map(({ blocks }) => blocks)).toEqual([[], ['vitrine-inconnu']]);
  });
});

it('every type of setting has odd values, whatever its declaration', () => {
  for (const type of [...SETTING_TYPES.keys(), 'inconnu', undefined]) {
    expect(oddValuesOf({ type, min: 'a', options: 3 }, 1).length).toBeGreaterThan(1);
  }
});

it('settings of the theme are laid over those that count, and leave the rest', () => {
  const data = (current: unknown) => ({
    'config/settings_data.json': JSON.stringify({ current, presets: { Nuit: { a: 1, b: 2 } } }),
  });
  const read = (files: Readonly<Record<string, string>>) => JSON.parse(files['config/settings_data.json'] ?? '');
  expect(read(withThemeSettings(data({ a: 0, sections: { s: {} } }), { a: 5 }))).toMatchObject({
    current: { a: 5, sections: { s: {} } },
    presets: { Nuit: { a: 1, b: 2 } },
  });
  expect(read(withThemeSettings(data('Nuit'), { a: 5 }))).toEqual({
    current: 'Nuit',
    presets: { Nuit: { a: 5, b: 2 } },
  });
  expect(read(withThemeSettings({}, { a: 5 }))).toEqual({ current: { a: 5 } });
});
