/** Whatever an author has typed so far, an editor gets an answer, and the places in an answer are places of the text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completionsAt,
  definitionAt,
  foldsOf,
  hoverAt,
  referencesAt,
  renameAt,
  renamedAt,
  symbolsOf,
} from '../../../engine/assist/index.ts';
import type { DocumentSymbol, Range } from '../../../engine/assist/types.ts';
import { ThemeDocuments } from '../../../engine/document/theme-documents.ts';
import { SEED } from '../../support/seed.ts';
import { THEME } from './support.ts';

const PIECES = [
  ...[
    '{{',
    '}}',
    '{%',
    '%}',
    '{%-',
    '-%}',
    '-',
    '}',
    '{',
    ' ',
    '\n',
    '"',
    "'",
    '|',
    ':',
    ',',
    '.',
    '[',
    ']',
    '(',
    ')',
    '..',
    '=',
    '==',
  ],
  ...[
    'section',
    'settings',
    'titre',
    'blocks',
    'block',
    'page',
    'forloop',
    'for',
    'a',
    'in',
    'if',
    'endif',
    'endfor',
    'case',
    'when',
  ],
  ...[
    'liquid',
    'schema',
    'endschema',
    'comment',
    'endcomment',
    'raw',
    'endraw',
    'doc',
    'enddoc',
    'render',
    'include',
    'assign',
    'carte',
  ],
  ...[
    'asset_url',
    'map',
    'é',
    '😀',
    '\\',
    '{"settings": [{"id": "a"}]}',
    '/*',
    '*/',
    '//',
    'true',
    '1',
    '\ufeff',
    '#',
    '@param {x} [a',
  ],
];
const liquid = fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join(''));
const json = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"sections"',
      '"type"',
      '"hero"',
      '"settings"',
      '"blocks"',
      '"current"',
      ' ',
      '\n',
      '1',
      'tru',
      '/* ',
      '\\',
      '"titre"',
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''));

const isWithin = (text: string, { from, to }: Range) => 0 <= from && from <= to && to <= text.length;

function hold(theme: ThemeDocuments, path: string, offset: number): void {
  const text = theme.files.get(path)?.source ?? '';
  const isAround = (range: Range | null) =>
    range === null || (isWithin(text, range) && range.from <= offset && offset <= range.to);
  expect(isAround(completionsAt(theme, path, offset))).toBe(true);
  expect(isAround(hoverAt(theme, path, offset))).toBe(true);
  expect(isAround(renamedAt(theme, path, offset))).toBe(true);
  const found = definitionAt(theme, path, offset);
  for (const one of [...(found ? [found] : []), ...referencesAt(theme, path, offset)]) {
    expect(isWithin(theme.files.get(one.path)?.source ?? '', one)).toBe(true);
  }
  const renaming = renameAt(theme, path, offset, 'neuf');
  if ('refusal' in renaming) return;
  const places = renaming.edits.map((edit) => `${edit.path} ${edit.from}`);
  expect(new Set(places).size).toBe(places.length);
  for (const edit of renaming.edits) expect(isWithin(theme.files.get(edit.path)?.source ?? '', edit)).toBe(true);
}

function areWithin(text: string, symbols: readonly DocumentSymbol[]): boolean {
  return symbols.every((one) => isWithin(text, one) && isWithin(text, one.nameRange) && areWithin(text, one.children));
}

describe('any text', () => {
  const theme = ThemeDocuments.of(THEME);

  it.each([
    ['sections/hero.liquid', liquid],
    ['snippets/carte.liquid', liquid],
    ['templates/index.json', json],
    ['config/settings_data.json', json],
    ['config/settings_schema.json', json],
    ['assets/fin.css', liquid],
  ] as const)('of %s', (path, texts) => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, at) => {
        const typed = theme.with(path, text);
        hold(typed, path, at % (text.length + 1));
        expect(areWithin(text, symbolsOf(typed, path))).toBe(true);
        expect(foldsOf(typed, path).every((fold) => isWithin(text, fold))).toBe(true);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('that is typed letter by letter', () => {
    const path = 'sections/hero.liquid';
    const text = THEME[path] ?? '';
    for (let length = 0; length <= text.length; length += 7)
      hold(theme.with(path, text.slice(0, length)), path, length);
  });

  it('at each offset of the files of a theme', () => {
    for (const { path, source } of theme.files.values()) {
      for (let offset = 0; offset <= source.length; offset += 3) hold(theme, path, offset);
    }
  });

  it('at offsets that the text does not have', () => {
    for (const offset of [-1, 1e9, Number.NaN]) expect(completionsAt(theme, 'sections/hero.liquid', offset)).toBe(null);
    expect(completionsAt(theme, 'sections/absente.liquid', 0)).toBe(null);
    expect(symbolsOf(theme, 'sections/absente.liquid')).toEqual([]);
  });
});

const ofVariables = (): string =>
  Array.from({ length: 10_000 }, (_, at) => `{% assign v${10_000 - at} = v${10_001 - at} %}{{ v${at} }}`).join('');

/** What is not linear does not end in the time of a test with texts of this size. */
const UNITS = 65_536;

describe('a long text', () => {
  const filled = (piece: string) => piece.repeat(Math.floor(UNITS / piece.length));
  const rows: readonly (readonly [path: string, piece: string])[] = [
    ['sections/hero.liquid', '{{ a'],
    ['sections/hero.liquid', '{% if a %}'],
    ['sections/hero.liquid', '{% liquid\n'],
    ['sections/hero.liquid', '{{ a }}'],
    ['sections/hero.liquid', `{{ ${filled('a.')}`],
    ['sections/hero.liquid', `{{ ${filled('a[')}`],
    ['sections/hero.liquid', `{{ a ${filled('| first ')}`],
    ['sections/hero.liquid', `{{ ${filled("'a ")}`],
    ['sections/hero.liquid', `{% render 'carte'${filled(', a: b')}`],
    ['sections/hero.liquid', '{% render "carte", a: section %}'],
    ['sections/hero.liquid', '{% for a in a %}{{ a.b }}{% endfor %}'],
    ['sections/hero.liquid', `{% schema %}${filled('{"a":')}{% endschema %}`],
    ['sections/hero.liquid', '{% assign a = a.b %}'],
    ['sections/hero.liquid', ofVariables()],
    ['templates/index.json', '{"sections":'],
    ['templates/index.json', '"a",'],
    ['templates/index.json', `{"sections": {${filled('"a": {"type": "hero"},')}`],
    ['assets/fin.css', 'url('],
    ['assets/fin.css', `url(${filled('a')}`],
    ['assets/fin.css', `url(${filled(' ')}`],
  ];
  it.each(
    rows.map(([path, piece]) => [path, piece.slice(0, 20), piece] as const),
  )('of %s: %s', (path, _shown, piece) => {
    const text = filled(piece.length > UNITS / 2 ? piece.slice(0, UNITS) : piece).slice(0, UNITS);
    const typed = ThemeDocuments.of({ ...THEME, [path]: text || piece.slice(0, UNITS) });
    for (const offset of [0, 3, text.length >> 1, text.length]) {
      for (const ask of [completionsAt, hoverAt, definitionAt, referencesAt]) ask(typed, path, offset);
      renameAt(typed, path, offset, 'neuf');
    }
    symbolsOf(typed, path);
    foldsOf(typed, path);
  });
});
