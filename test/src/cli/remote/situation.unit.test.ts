import { describe, expect, it } from 'vitest';
import { areKin, isAsLeft, type Situation, situationOf } from '../../../../src/cli/remote/situation.ts';

const theme = (
  id: string,
  role: 'publie' | 'brouillon',
  lignee: string | undefined,
  more: { readonly issu_de?: string; readonly fait_de?: string; readonly publie_le?: string } = {},
) => ({
  ...{ id, role, lignee, issu_de: null, fait_de: null, publie_le: null },
  ...more,
});
const SEEN = { publie_le: '2026-11-26T10:00:00.000000Z' };

describe('what a theme is to its site', () => {
  const published = theme('p', 'publie', 'l');
  const draft = theme('d', 'brouillon', 'l', { issu_de: 'p', fait_de: 'p' });
  const replaced = theme('r', 'brouillon', 'l', SEEN);
  const other = theme('o', 'brouillon', 'o');
  const themes = [published, draft, replaced, other];

  it.each([
    [published, 'publie'],
    [draft, 'travail'],
    [replaced, 'remplace'],
    [other, 'brouillon'],
  ])('%j is %s', (one, situation) => expect(situationOf(one, themes)).toBe(situation));

  it('a line of which nothing is published has no replaced theme', () =>
    expect(situationOf(replaced, [replaced, other])).toBe('brouillon'));

  it('a copy that is published in the place of its source replaces it, and what that was copied from; not a draft that nobody saw', () => {
    const [first, second] = [
      theme('1', 'brouillon', '1', SEEN),
      theme('2', 'brouillon', '2', { ...SEEN, fait_de: '1' }),
    ];
    const third = theme('3', 'publie', '3', { ...SEEN, fait_de: '2' });
    const next = theme('4', 'brouillon', '4', { fait_de: '3' });
    const all = [first, second, third, next, other];
    expect(all.map((one) => situationOf(one, all))).toEqual([
      'remplace',
      'remplace',
      'publie',
      'brouillon',
      'brouillon',
    ]);
    const unseen = { ...second, publie_le: null };
    expect(situationOf(unseen, [first, unseen, third])).toBe('brouillon');
    // Published again, it takes the place of its copy.
    const back = [{ ...first, role: 'publie' as const }, { ...third, role: 'brouillon' as const }, second];
    expect(back.map((one) => situationOf(one, back))).toEqual(['publie', 'remplace', 'remplace']);
  });

  it('a service that says of two themes that each is a copy of the other is not asked for ever', () => {
    const [one, two] = [theme('1', 'brouillon', '1', { fait_de: '2' }), theme('2', 'brouillon', '2', { fait_de: '1' })];
    expect([areKin(one, two, [one, two]), areKin(one, other, [one, two, other])]).toEqual([true, false]);
  });

  it('nobody knows it of a service that tells no lines', () =>
    expect(situationOf(theme('p', 'publie', undefined), themes)).toBe(undefined));
});

it.each<[Situation | undefined, Situation | undefined, boolean]>([
  ['travail', 'travail', true],
  ['travail', 'publie', false],
  ['travail', 'remplace', false],
  ['brouillon', 'publie', false],
  ['brouillon', 'remplace', false],
  ['publie', 'remplace', false],
  ['publie', 'brouillon', false],
  ['remplace', 'brouillon', true],
  ['remplace', 'publie', false],
  [undefined, 'publie', true],
  [undefined, 'brouillon', true],
  [undefined, 'remplace', false],
  ['travail', undefined, true],
])('%s then and %s now: as it was left, %s', (before, now, isSo) => expect(isAsLeft(before, now)).toBe(isSo));
