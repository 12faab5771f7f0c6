/**
 * Whatever the settings of a theme hold, its pages are rendered, and a theme that escapes every value shows none unescaped.
 * A page is one JSON template: many of them in one theme make thousands of pages cheap.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SETTING_TYPES } from '../../../engine/language/setting-types.ts';
import type { ThemeFiles } from '../../../engine/types.ts';
import { anyText } from '../../support/any-text.ts';
import { runs } from '../../support/soak.ts';
import { CONTENT, loadedTheme, REQUEST } from '../support.ts';

const PAGES = 500;
const THEMES = runs(5, 100);

const HOSTILE = [
  ...[
    '"',
    "'",
    '<',
    '>',
    '&',
    '</script>',
    '<script>alert(1)</script>',
    '<!--',
    '-->',
    ']]>',
    '"><img src=x onerror=a>',
  ],
  ...[
    '__proto__',
    'constructor',
    'javascript:alert(1)',
    'data:text/html,<b>',
    '&lt;',
    '&#60;',
    '{{ 1 }}',
    '{% raw %}',
    '\\',
  ],
  ...['\ud800', '\udfff', '\u0000', '\u2028', '\r\n', '`', '/a?b="c"&d=\'e\'', 'https://a/<b>', 'tel:"'],
  ...['https://youtu.be/abcdefgh?"<', 'lora', 'systeme', '#fff', 'rgb(1,2,3)', 'var(--a)', 'a.svg', 'principal', 'x<y'],
  ...['true', '12', '-0', '1e400', '9'.repeat(400), '', ' '],
];
const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 4 }).map((parts) => parts.join('')),
  anyText({ maxLength: 12 }),
);
const number = fc.oneof(
  fc.constantFrom('1e400', '-1e400', '1e-400', '-0', '1e308', '123456789012345678901234567890'),
  fc.integer().map(String),
);

/** JSON, written by hand: numbers beyond all floats and keys such as `__proto__` are to be in it. */
const { json } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    hostileText.map((text) => JSON.stringify(text)),
    fc.oneof(number, fc.constantFrom('true', 'false', 'null')),
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    object(fc.oneof(hostileText, fc.constantFrom('src', 'alt', 'width', 'height', 'red', 'toString')), tie('json')),
  ),
}));

function object(key: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(key, value), { maxLength: 4 })
    .map((entries) => `{${entries.map(([name, of]) => `${JSON.stringify(name)}:${of}`).join(',')}}`);
}

const TYPES = [...SETTING_TYPES.keys()];
const IDS = [...TYPES, 'non_declare'];
/** Settings of one owner: for each id a value of the pool, or none. */
const valuesFrom = (pool: readonly string[], next: () => number): string =>
  `{${IDS.flatMap((id) => (next() % 8 === 0 ? [] : [`"${id}":${pool[next() % pool.length]}`])).join(',')}}`;

/** A row of numbers that look random: drawing every value by fast-check would take longer than rendering them. */
function numbers(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return (state ^ (state >>> 13)) >>> 0;
  };
}

const declarations = (options: string, byDefault: string) =>
  `[${TYPES.map(
    (type) => `{"type":"${type}","id":"${type}","min":-5,"max":5,"options":${options},"default":${byDefault}}`,
  ).join(',')}]`;

const PROPERTIES = [
  'src',
  'alt',
  'width',
  'id',
  'type',
  'nom',
  'fallback',
  'red',
  'alpha',
  'size',
  'first',
  '__proto__',
];

/** Ways to show a value; nothing that the template itself says is anything that `escape` would change. */
const shows = (owner: string, filter: string, properties: readonly string[]) =>
  IDS.map((id) => {
    const value = `${owner}.${id}`;
    const expressions = [
      ...[`${value}`, `${value} | append: 'a'`, `${value} | json`, `${value} | teinte: 9`, `${value} | font_famille`],
      ...[`${value} | lignes`, `menus[${value}] | json`, ...properties.map((property) => `${value}.${property}`)],
    ];
    return (
      expressions.map((expression) => `{{ ${expression}${filter} }}`).join('\n') +
      `{% for x in ${value} %}{{ x${filter} }}{{ x.titre${filter} }}{% endfor %}` +
      `{% if ${value} == 'x' or ${value} == ${owner}.number or ${value} contains 'a' %}a{% endif %}`
    );
  }).join('\n');

const section = (filter: string, schema: string) =>
  `${shows('section.settings', filter, PROPERTIES)}{% for b in section.blocks %}${shows('b.settings', filter, [])}{% endfor %}` +
  `{{ section${filter} }}{% schema %}{"settings":${schema},"blocks":[{"type":"k","settings":${schema}}]}{% endschema %}`;

const page = (settings: string, ofBlock: string) =>
  `{"sections":{"x":{"type":"s","settings":${settings},"blocks":{"b":{"type":"k","settings":${ofBlock}}},"block_order":["b"]}},"order":["x"]}`;

/** The files of a theme with one template a page; what they show passes through the filter. */
function theme(filter: string, { pages, current, schema }: Drawn): ThemeFiles {
  return {
    'layout/theme.liquid': `${shows('settings', filter, [])}{{ settings | json${filter} }}{{ content_for_layout }}`,
    'config/settings_schema.json': `[{"name":"G","settings":${schema}}]`,
    'config/settings_data.json': `{"current":${current}}`,
    'sections/s.liquid': section(filter, schema),
    'assets/a.svg': '<svg viewBox="0 0 4 3"></svg>',
    ...Object.fromEntries(pages.map(([one, two], at) => [`templates/p${at}.json`, page(one, two)])),
  };
}

interface Drawn {
  readonly pages: readonly (readonly [string, string])[];
  readonly current: string;
  readonly schema: string;
}

const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    pool: fc.array(json, { minLength: 150, maxLength: 150 }),
    seed: fc.integer(),
    options: fc.oneof(json, fc.constant('[{"value":"x<y"},{"value":3}]')),
    byDefault: json,
  })
  .map(({ pool, seed, options, byDefault }) => {
    const next = numbers(seed);
    return {
      pages: Array.from({ length: PAGES }, () => [valuesFrom(pool, next), valuesFrom(pool, next)] as const),
      current: valuesFrom(pool, next),
      schema: declarations(options, byDefault),
    };
  });

/** Text in which HTML sees nothing but text. */
const ESCAPED = /^(?:[^<>"'&]|&(?:amp|lt|gt|quot|#39);)*$/;

const rendered = (files: ThemeFiles, count: number) => {
  const loaded = loadedTheme(files);
  return Array.from({ length: count }, (_, at) => loaded.render(CONTENT, { ...REQUEST, templates: [`p${at}`] }));
};

it('pages with random settings never fail, and contain no unescaped value where the theme escapes it', () => {
  let pages = 0;
  fc.assert(
    fc.property(drawn, (of) => {
      for (const result of rendered(theme(' | escape', of), PAGES)) {
        pages++;
        if (result.outcome !== 'page') throw new Error(`the page ended as ${JSON.stringify(result)}`);
        expect(result.incidents).toEqual([]);
        const wrong = ESCAPED.test(result.html) ? '' : (/.{0,40}[<>"'&].{0,20}/.exec(result.html)?.[0] ?? 'an entity');
        expect(wrong).toBe('');
      }
    }),
    { numRuns: THEMES, endOnFailure: true },
  );
  expect(pages).toBe(PAGES * THEMES);
});

it('the same settings would be seen in a theme that does not escape them', () => {
  const of = fc.sample(drawn, { numRuns: 1, seed: 1 })[0];
  if (!of) throw new Error('nothing was drawn');
  expect(new Set(of.pages.map((settings) => settings.join())).size).toBe(PAGES);
  const unescaped = rendered(theme('', of), PAGES).filter(
    (result) => result.outcome === 'page' && !ESCAPED.test(result.html),
  );
  expect(unescaped.length).toBeGreaterThan(PAGES / 2);
});
