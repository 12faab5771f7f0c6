import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Renderer, type RenderOutcome, sourcesOf } from '../../sandbox/index.ts';
import { CONTENT, REQUEST, themeFiles } from '../engine/support.ts';
import { diedByThemselves, startTestRenderer } from '../support/renderer.ts';

let renderer: Renderer;

beforeAll(async () => {
  renderer = await startTestRenderer();
  await render('premier', themeFiles('bien'));
});
afterAll(() => renderer.close());

const render = (id: string, files: Readonly<Record<string, string>>) =>
  renderer.render(
    { theme: { id, version: '1' }, content: { id, version: '1' }, request: REQUEST, keepsFragments: true },
    {
      ...sourcesOf('1', files),
      content: async () => ({ version: '1', values: CONTENT }),
    },
  );

/** The page's HTML, or how the render ended. */
const ending = (outcome: RenderOutcome): string =>
  outcome.outcome === 'page'
    ? outcome.body.bytes().toString('utf8')
    : outcome.outcome === 'limit'
      ? `limit: ${outcome.limit}`
      : outcome.outcome;

/** From here on the code of a section is long. */
const LONG_UNITS = 50_000;

const FAILED = '<!-- section en erreur : s -->';
const OVER = /^limit: (objects|time|output)$/;
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const settings = (value: unknown) => ({ 'config/settings_data.json': JSON.stringify({ current: { v: value } }) });
const snippet = (source: string) => ({ 'snippets/k.liquid': source });
const deepList: unknown = JSON.parse(nested('[', ']', 60));

type Attack = readonly [name: string, section: string, ending: string | RegExp, files?: Record<string, string>];

const ATTACKS: readonly Attack[] = [
  ['a loop over a range of 10^8', '{% for i in (1..99999999) %}{% endfor %}ok', /^ok$|^limit: (objects|time)$/],
  ['its output', '{% for i in (1..99999999) %}a{% endfor %}', OVER],
  ['the same as a table', '{% tablerow i in (1..99999999) %}{% endtablerow %}', OVER],
  ['the range assigned', '{% assign a = (1..99999999) %}{{ a.size }} {{ a.last }}', '99999999 99999999'],
  ['the range sorted', '{{ (1..99999999) | sort | size }}', OVER],
  ['the range joined', '{{ (1..99999999) | join: "," | size }}', OVER],
  ['an element of it, by a filter that is none', '{{ (1..99999999) | sample }}', '1..99999999'],
  [
    'integers beyond 2^53',
    '{% for i in (9007199254740992..9007199254740996) %}{{ i }} {% endfor %}',
    '9007199254740992 9007199254740993 9007199254740994 9007199254740995 9007199254740996 ',
  ],
  ['doubling by append', '{% assign s = "ab" %}{% for i in (1..30) %}{% assign s = s | append: s %}{% endfor %}', OVER],
  [
    'growing by replace',
    '{% assign s = "a" %}{% for i in (1..30) %}{% assign s = s | replace: "a", "aaaaaaaaaa" %}{% endfor %}',
    OVER,
  ],
  [
    'ten million characters split',
    '{% assign s = "0123456789" %}{% for i in (1..20) %}{% assign s = s | append: s %}{% endfor %}{{ s | split: "" | size }}',
    OVER,
  ],
  [
    'doubling by concat',
    '{% assign a = "a" | split: "," %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}',
    OVER,
  ],
  [
    'doubling by capture',
    '{% for i in (1..60) %}{% capture s %}{{ s }}{{ s }}aaaaaaaaaa{% endcapture %}{% endfor %}',
    OVER,
  ],
  [
    'growing by join and split',
    '{% assign a = "a,b,c" | split: "," %}{% for i in (1..30) %}{% assign s = a | join: s %}{% assign a = s | split: "" %}{% endfor %}',
    OVER,
  ],
  ['60 nested lists, printed', '[{{ settings.v }}]', '[]', settings(deepList)],
  ['60 nested lists, compared', '{% if settings.v == settings.v %}=={% endif %}', '==', settings(deepList)],
  ['60 nested lists, joined', '[{{ settings.v | join }}]', '[]', settings(deepList)],
  ['60 nested lists, as JSON', '{{ settings.v | json }}', nested('[', ']', 60), settings(deepList)],
  ['100,000 nested lists', '{{ settings.v }}', /^$|^<!--/, { 'config/settings_data.json': nested('[', ']', 100_000) }],
  ['a date 10^8 digits wide', "{{ 'now' | date: '%99999999d' }}", OVER],
  ['a snippet that renders itself', "{% render 'k' %}", FAILED, snippet("{% render 'k' %}")],
  ['a snippet that includes itself', "{% include 'k' %}", FAILED, snippet("{% include 'k' %}")],
  [
    'a fan-out of 2^30',
    "{% render 'k', n: 0 %}",
    OVER,
    snippet("{% assign m = n | plus: 1 %}{% if m < 30 %}{% render 'k', n: m %}{% render 'k', n: m %}{% endif %}"),
  ],
  ['20,000 nested blocks', nested('{% if a %}', '{% endif %}', 20_000), FAILED],
  ['100,000 outputs never closed', '{{ x'.repeat(100_000), FAILED],
  ['200,000 nested brackets', `{{ a${nested('[a', ']', 100_000)} }}`, ''],
  ['40,000 conditions', `{% if ${'a and b or '.repeat(40_000)}c %}x{% endif %}`, ''],
  ['25,000 branches', `{% if a %}${'{% elsif b == 1 %}x'.repeat(25_000)}{% endif %}`, ''],
  ['40,000 cases', `{% case a %}${'{% when 1 %}'.repeat(40_000)}{% endcase %}`, ''],
  ['250,000 values of a case', `{% case a %}{% when ${'1,'.repeat(250_000)}1 %}x{% endcase %}`, ''],
  ['50,000 filters', `{{ site.slug ${'| upcase '.repeat(50_000)}}}`, 'LEA'],
  ['a path of 200,000 steps', `{{ site${'.b'.repeat(200_000)} }}`, ''],
  ['20,000 variables', Array.from({ length: 20_000 }, (_, n) => `{% assign v${n} = 1 %}`).join(''), ''],
  ['a word of half a million letters', `{% for i in a ${'a'.repeat(500_000)} %}{% endfor %}`, ''],
  ['half a million quotes', `{{ a | b: ${`"'`.repeat(250_000)} }}`, ''],
  ['40,000 comments never closed', '{% comment %}'.repeat(40_000), FAILED],
  ['200,000 outputs in a comment', `{% comment %}${'{{'.repeat(200_000)}`, FAILED],
  ['names of JavaScript', '{{ 1 | valueOf }}{{ site.constructor }}{{ settings.__proto__ }}', '1'],
  ['assigning to them', '{% assign __proto__ = 1 %}{% assign constructor = 2 %}{{ __proto__ }}{{ constructor }}', '12'],
  ['counting them', '{% increment constructor %}{% increment constructor %}{% decrement __proto__ %}', '01-1'],
  ['50,000 script tags stripped', '{{ settings.v | strip_html | size }}', '350000', settings('<script'.repeat(50_000))],
  ['bytes that are no UTF-8', "{{ '%E0%A4%A' | url_decode }}", FAILED],
  ['sorting what has no order', '{{ settings.v | sort }}', FAILED, settings([1, 'a', null])],
  [
    'squaring a number',
    '{% assign x = 9 %}{% for i in (1..40) %}{% assign x = x | times: x %}{% endfor %}{{ x }}',
    FAILED,
  ],
];

describe('an attack ends in a refusal or a right result', () => {
  it.each(ATTACKS.map((attack) => [attack[0], attack] as const))('%s', async (name, [
    ,
    section,
    expected,
    files = {},
  ]) => {
    const [outcome, neighbour] = await Promise.all([
      render(name, themeFiles(section, files)),
      render('voisin', themeFiles('bien')),
    ]);
    if (typeof expected !== 'string') expect(ending(outcome)).toMatch(expected);
    // Code that is long may take more than its time on a slow machine. While V8 compiles it, nothing but the end of the process stops it.
    else if (section.length > LONG_UNITS) expect([expected, 'limit: time', 'crashed']).toContain(ending(outcome));
    else expect(ending(outcome)).toBe(expected);
    expect(ending(neighbour)).toBe('bien');
  });

  it('and no render process died of any by itself', () => {
    expect(diedByThemselves(renderer)).toBe(0);
  });
});
