import { describe, expect, it } from 'vitest';
import { channelsOf } from '../../../../engine/language/colour.ts';
import { SETTING_TYPES } from '../../../../engine/language/setting-types.ts';
import { contrast, hexWith, pairOf, ratioText } from '../../../../src/studio/customise/model/colour.ts';
import { numberFrom, problemOf } from '../../../../src/studio/customise/model/problems.ts';
import { readSettings, settingsIn } from '../../../../src/studio/customise/model/settings.ts';
import { readTheme, SchemaReader } from '../../../../src/studio/customise/model/theme-model.ts';
import { meantAddress } from '../../../../src/studio/links/meant-address.ts';
import { SETTINGS_THEME } from '../../../support/settings-theme.ts';
import { catalogTexts } from './themes.ts';

describe('values of settings', () => {
  it('are what a person most likely meant', () => {
    expect(
      ['a@exemple.fr', '02 41 00 00 00', 'exemple.fr/page', '/page', 'https://exemple.fr', 'page'].map(meantAddress),
    ).toEqual(['mailto:a@exemple.fr', 'tel:0241000000', 'https://exemple.fr/page', null, null, null]);
    expect(['2,5', ' 1 200 ', '-3', '1e3', 'x', ''].map(numberFrom)).toEqual([2.5, 1200, -3, null, null, null]);
  });

  it('are of all types in the theme that tests show the fields with', () => {
    const shown = readTheme(new Map(Object.entries(SETTINGS_THEME)), new SchemaReader()).groups.flatMap(({ items }) =>
      settingsIn(items).map(({ type }) => type),
    );
    expect([...SETTING_TYPES.keys()].filter((type) => !shown.some((one) => one === type))).toEqual([]);
  });

  it('say what is wrong with them', () => {
    const [range, choice, link] = settingsIn(
      readSettings([
        { type: 'range', id: 'r', min: 1, max: 5 },
        {
          type: 'select',
          id: 's',
          options: [
            { value: 'a', label: 'A' },
            { value: 2, label: '2' },
          ],
        },
        { type: 'url', id: 'u' },
      ]),
    );
    if (!range || !choice || !link) throw new Error('not read');
    const wrong = (setting: typeof range, values: readonly unknown[]) =>
      values.map((value) => problemOf(setting, value) !== null);
    expect(wrong(range, [1, '5', 6, 'x', '', null])).toEqual([false, false, true, true, false, false]);
    expect(wrong(choice, ['a', '2', 'b'])).toEqual([false, false, true]);
    expect(wrong(link, ['/a', 'tel:1', 'javascript:1', { a: 1 }])).toEqual([false, false, true, true]);
    // A number with a comma, as a person writes one, is none to the site.
    expect(problemOf(range, '2,5')).toContain('Ce n’est pas un nombre');
    for (const setting of settingsIn(readSettings([...SETTING_TYPES.keys()].map((type) => ({ type, id: type })))))
      expect(problemOf(setting, { a: 1 }), setting.type).toContain('le site montre la valeur du thème');
  });
});

describe('colours', () => {
  it('keep their transparency', () => {
    expect(hexWith('#112233', channelsOf('#aabbcc80')?.alpha ?? 1)).toBe('#11223380');
  });

  it('contrast as WCAG 2.2 says', () => {
    const of = (a: string, b: string) => {
      const [x, y] = [channelsOf(a), channelsOf(b)];
      return x && y ? ratioText(contrast(x, y)) : '';
    };
    expect([of('#000', '#fff'), of('#fff', '#000'), of('#777', '#fff'), of('#abc', '#abc')]).toEqual([
      '21,0 : 1',
      '21,0 : 1',
      '4,4 : 1',
      '1,0 : 1',
    ]);
  });

  it.each([
    ['piazza', 'couleur_mur', 'couleur_encre'],
    ['piazza', 'couleur_encre', 'couleur_mur'],
    ['origo', 'couleur_teinte', 'couleur_foncee'],
    ['scene', 'couleur_nuit', 'couleur_ecran'],
    ['piazza', 'couleur_olive', undefined],
  ])('of %s: %s is read with %s', (theme, id, pair) => {
    const { groups } = readTheme(catalogTexts(theme), new SchemaReader());
    const group = groups.find(({ items }) => settingsIn(items).some((setting) => setting.id === id));
    const setting = settingsIn(group?.items ?? []).find((one) => one.id === id);
    expect(setting && pairOf(setting, group?.items ?? [])?.id).toBe(pair);
  });

  it('without telling names are read in their order', () => {
    const items = readSettings(['un', 'deux', 'trois'].map((id) => ({ type: 'color', id })));
    expect(settingsIn(items).map((setting) => pairOf(setting, items)?.id)).toEqual(['deux', 'un', undefined]);
  });
});
