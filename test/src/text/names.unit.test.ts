import { describe, expect, it } from 'vitest';
import { isolated, isSeen, nameHtml, shownName } from '../../../src/text/names.ts';

/** Nothing of these is seen, alone or together. */
const UNSEEN = [
  ...[
    '\u200b',
    '\u200c\u200d',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202e',
    '\u2066',
    '\u2069',
    '\u061c',
    '\u2060',
    '\u2064',
  ],
  ...['\u00ad', '\u034f', '\u115f', '\u1160', '\u3164', '\uffa0', '\u17b4', '\u180e', '\ufe0f', '\ufeff', '\u2800'],
  ...[
    '\u00a0',
    '\u2003',
    '\u3000',
    '\u2028',
    '\t',
    '\u0085',
    '\u0301',
    '\u20dd',
    '\u{e0041}',
    '\u{1d173}',
    '\u{e0100}',
  ],
];

describe('a name of which nothing is seen', () => {
  it.each(UNSEEN)('%j', (name) => {
    expect(isSeen(name)).toBe(false);
    expect(shownName(name)).toBe('Sans nom visible');
  });

  it('is also one of several such characters, and of none', () => {
    expect([isSeen(UNSEEN.join('')), isSeen('')]).toEqual([false, false]);
  });
});

it.each([
  'a',
  '.',
  '-',
  'é',
  'שלום',
  'مرحبا',
  '日本',
  '👍',
  '👩\u200d🌾',
  '❤\ufe0f',
  '\u200bLe mien\u200b',
  '\u202eabc',
  '١',
])('something is seen of %j', (name) => expect([isSeen(name), shownName(name)]).toEqual([true, name]));

describe('a name turns nothing round', () => {
  it('in HTML', () => {
    expect(nameHtml('<Léa>')).toBe('<bdi>&lt;Léa&gt;</bdi>');
    expect(nameHtml('\u202ea')).toBe('<bdi>\u202ea</bdi>');
    expect(nameHtml('\u200b')).toBe('<bdi>Sans nom visible</bdi>');
  });

  it('in a sentence, and has marks only where it may', () => {
    expect(isolated('Origo (copie)')).toBe('Origo (copie)');
    for (const name of ['\u202eabc', 'שלום', 'مرحبا']) expect(isolated(name)).toBe(`\u2068${name}\u2069`);
    expect(isolated('\u202e')).toBe('Sans nom visible');
  });

  it('nor does it end its isolation', () => {
    expect(shownName('a\u2069\u202eb')).toBe('a\u202eb');
    expect(shownName('\u2067a\u2069\u2069b\u2066c\u2069')).toBe('\u2067a\u2069b\u2066c\u2069');
  });
});
