import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelsOf as engineChannels } from '../../../../engine/theme/colour.ts';
import { isImageAddress as isImageOfEngine, isLink as isLinkOfEngine } from '../../../../engine/theme/link.ts';
import { SETTING_TYPES as ENGINE_TYPES } from '../../../../engine/theme/setting-types.ts';
import { videoSource } from '../../../../engine/theme/video.ts';
import { channelsOf, contrast, hexWith, pairOf, ratioText } from '../../../../src/studio/customise/model/colour.ts';
import { isImageAddress, isLink, meantAddress, videoHost } from '../../../../src/studio/customise/model/links.ts';
import { numberFrom, problemOf } from '../../../../src/studio/customise/model/problems.ts';
import { readSettings, SETTING_TYPES, settingsIn } from '../../../../src/studio/customise/model/settings.ts';
import { readTheme, SchemaReader } from '../../../../src/studio/customise/model/theme-model.ts';
import { catalogTexts } from './themes.ts';

describe('values of settings', () => {
  it('have the types of the platform', () => {
    expect(SETTING_TYPES).toEqual([...ENGINE_TYPES.keys()]);
  });

  it('are the links and videos that the platform admits', () => {
    const part = fc.constantFrom(
      'http',
      'https',
      'mailto',
      'tel',
      'javascript',
      'data:image/',
      ':',
      '/',
      '//',
      '?',
      '#',
      '&',
      ' ',
      '\n',
      'a',
      '.fr',
      '@',
    );
    const address = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(address, (text) => {
        expect(isLink(text.trim())).toBe(isLinkOfEngine(text.trim()));
        expect(isImageAddress(text.trim())).toBe(isImageOfEngine(text.trim()));
      }),
      { numRuns: 2_000 },
    );
    for (const text of [
      'https://youtu.be/dQw4w9WgXcQ',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1',
      'https://vimeo.com/123',
      'https://exemple.fr/v',
    ]) {
      expect(videoHost(text)?.toLowerCase(), text).toBe(videoSource(text)?.type);
    }
  });

  it('are what a person most likely meant', () => {
    expect(
      ['a@exemple.fr', '02 41 00 00 00', 'exemple.fr/page', '/page', 'https://exemple.fr', 'page'].map(meantAddress),
    ).toEqual(['mailto:a@exemple.fr', 'tel:0241000000', 'https://exemple.fr/page', null, null, null]);
    expect(['2,5', ' 1 200 ', '-3', '1e3', 'x', ''].map(numberFrom)).toEqual([2.5, 1200, -3, null, null, null]);
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
      values.map((value) => problemOf(setting, value, []) !== null);
    expect(wrong(range, [1, '5', 6, 'x', '', null])).toEqual([false, false, true, true, false, false]);
    expect(wrong(choice, ['a', '2', 'b'])).toEqual([false, false, true]);
    expect(wrong(link, ['/a', 'tel:1', 'javascript:1', { a: 1 }])).toEqual([false, false, true, true]);
  });
});

describe('colours', () => {
  it('are read as the platform reads them', () => {
    for (const colour of [
      '#abc',
      '#11223344',
      'rgb(1, 2, 3)',
      'rgb(1 2 3 / 50%)',
      'rgba(1,2,3,0.25)',
      '#12',
      'rouge',
    ]) {
      const read = channelsOf(colour);
      const expected = engineChannels(colour);
      expect(read && { ...read, alpha: Math.round(read.alpha * 100) / 100 }, colour).toEqual(
        expected && { red: expected.red, green: expected.green, blue: expected.blue, alpha: expected.alpha },
      );
    }
    expect(hexWith('#112233', 0.5)).toBe('#11223380');
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
