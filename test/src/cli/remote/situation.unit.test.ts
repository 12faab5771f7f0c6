import { describe, expect, it } from 'vitest';
import { isAsLeft, type Situation, situationOf } from '../../../../src/cli/remote/situation.ts';

const theme = (
  id: string,
  role: 'publie' | 'brouillon',
  lignee: string | undefined,
  issu_de: string | null = null,
) => ({
  ...{ id, role, lignee, issu_de },
});

describe('what a theme is to its site', () => {
  const published = theme('p', 'publie', 'l');
  const draft = theme('d', 'brouillon', 'l', 'p');
  const replaced = theme('r', 'brouillon', 'l');
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
