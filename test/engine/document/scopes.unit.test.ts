import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../engine/diagnose/diagnose.ts';
import { type Scopes, scopesOf } from '../../../engine/document/scopes.ts';
import { ThemeDocuments } from '../../../engine/document/theme-documents.ts';
import type { ValueType } from '../../../engine/language/value-types.ts';
import type { ThemeFiles } from '../../../engine/types.ts';

const SECTION = 'sections/s.liquid';
const SCHEMA = `{% schema %}${JSON.stringify({
  settings: [
    { type: 'image_picker', id: 'photo' },
    { type: 'select', id: 'style', options: ['plein', { value: 'ligne' }] },
  ],
  blocks: [
    { type: 'mot', settings: [{ type: 'text', id: 'texte' }] },
    { type: 'vue', settings: [{ type: 'image_picker', id: 'photo' }] },
  ],
})}{% endschema %}`;

const scopes = (files: ThemeFiles): Scopes =>
  ThemeDocuments.of({ 'config/settings_schema.json': '[]', ...files }).known(scopesOf);

/** A type in a few words: its kind, of what, and either of several. */
const told = ({ kind, of, among, values }: ValueType): string =>
  among ? among.map(told).join(' or ') : [kind, ...(of ? [`of ${told(of)}`] : []), ...(values ?? [])].join(' ');

/** The variables at the mark, by name, without the objects of each page. */
function at(files: ThemeFiles): Record<string, string> {
  const [path = '', marked = ''] = Object.entries(files).find(([, source]) => source.includes('¦')) ?? [];
  const offset = marked.indexOf('¦');
  const all = scopes({ ...files, [path]: marked.replace('¦', '') }).variables(path, offset);
  return Object.fromEntries(
    all.flatMap(({ name, by, type }) => (by === 'page' ? [] : [[name, `${by}: ${told(type)}`]])),
  );
}

describe('the variables at a place', () => {
  it.each<[string, string, Record<string, string>]>([
    ['nothing but the page', '¦', {}],
    ['what is set before', "{% assign a = 'x' %}¦{% assign b = 1 %}", { a: 'file: text' }],
    [
      'both values of a name',
      "{% if page %}{% assign a = 'x' %}{% else %}{% assign a = 1 %}{% endif %}¦",
      { a: 'file: text or number' },
    ],
    [
      'what is captured and counted',
      '{% capture a %}x{% endcapture %}{% increment b %}¦',
      { a: 'file: text', b: 'file: number' },
    ],
    ['a loop over numbers', '{% for i in (1..3) %}¦{% endfor %}', { i: 'loop: number', forloop: 'turn: turn' }],
    ['nothing behind a loop', '{% for i in (1..3) %}{% endfor %}¦', {}],
    [
      'a table',
      '{% tablerow a in blog.articles %}¦{% endtablerow %}',
      { a: 'loop: object', tablerowloop: 'turn: turn' },
    ],
    [
      'what filters give',
      "{% assign a = page.titre | split: ' ' %}{% assign b = a | size %}¦",
      { a: 'file: list of text', b: 'file: number' },
    ],
    ['a property of each', "{% assign a = blog.articles | map: 'date' %}¦", { a: 'file: list of date' }],
    [
      'a setting',
      '{% assign a = section.settings.photo %}{% assign b = section.settings.style %}¦',
      { a: 'file: image', b: 'file: choice plein ligne' },
    ],
    [
      'a setting that two types of block have or lack',
      '{% for b in section.blocks %}{% assign a = b.settings.photo %}{% endfor %}¦',
      { a: 'file: image' },
    ],
    ['a value that is made of itself', '{% assign a = a %}¦', { a: 'file: any' }],
  ])('%s', (_what, source, expected) => expect(at({ [SECTION]: source + SCHEMA })).toEqual(expected));

  it('a snippet has what all of its calls pass, and what it declares', () => {
    expect(
      at({
        [SECTION]: `{% render 'a', x: 1, y: section.settings.photo %}{% render 'a', x: 'z' %}{% render 'a' for blog.articles as z %}${SCHEMA}`,
        'snippets/a.liquid': '{% doc %}\n@param {number} w - words\n{% enddoc %}¦',
      }),
    ).toEqual({ w: 'call: number', x: 'call: number or text', y: 'call: image', z: 'call: object' });
  });

  it('a snippet that is included, or that includes, may have anything', () => {
    const shared = scopes({ [SECTION]: "{% include 'a' %}", 'snippets/a.liquid': '{% assign x = 1 %}' });
    const nowhere = { loop: undefined, guard: undefined };
    expect(shared.variable(SECTION, 'x', nowhere)).toMatchObject({ by: 'open', type: { kind: 'any' } });
    expect(shared.variable(SECTION, 'y', nowhere)).toBeUndefined();
    expect(shared.variable('snippets/a.liquid', 'y', nowhere)).toMatchObject({ by: 'open' });
  });
});

it('a parameter tells its words, and how many calls pass it', () => {
  const snippet =
    "{% doc %}\n  Un titre.\n  @param {string} [titre] - le titre, 'grand' ou non\n{% enddoc %}{{ titre }}";
  const theme = scopes({
    [SECTION]: "{% render 'a', titre: 'x' %}{% render 'a' %}",
    'snippets/a.liquid': snippet,
  });
  const words = "le titre, 'grand' ou non";
  expect(theme.parameters('a').get('titre')).toMatchObject({
    passed: 1,
    type: { kind: 'text' },
    doc: { type: 'string', isOptional: true, words, name: { text: 'titre', offset: snippet.indexOf('titre]') } },
  });
  expect(theme.callsOf('a').map(({ path }) => path)).toEqual([SECTION, SECTION]);
});

describe('whatever a theme is made of', () => {
  const many = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => part(at)).join('');
  it.each([
    ['values that depend on one another', many(12_000, (i) => `{%assign a${i}=a${i + 1}%}`)],
    ['values that depend on themselves', many(8_000, () => '{%assign a=a%}{{a.b}}')],
    ['loops in loops', many(20, () => `${'{%for a in a%}'.repeat(90)}{{a.b}}${'{%endfor%}'.repeat(90)}`)],
    ['many filters', `{{ a${'|first'.repeat(20_000)} }}`],
  ])('%s are told about', (_what, source) => {
    expect(diagnose({ [SECTION]: source }).length).toBeGreaterThan(0);
  });
});
