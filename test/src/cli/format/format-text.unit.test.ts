import { describe, expect, it } from 'vitest';
import { checkFile, compileTemplate } from '../../../../engine/index.ts';
import { formatText, isFormatted, Unformattable } from '../../../../src/cli/format/format-text.ts';
import { meaningOf } from '../../../../src/cli/format/meaning.ts';
import { shownOf } from '../../../../src/cli/format/shown.ts';
import corpus from '../../../corpus/liquid-cases.json' with { type: 'json' };
import reported from '../../../corpus/reported-cases.json' with { type: 'json' };
import { editionsOf, furtherViewsOf, rendererOf, shownThemes, viewsOf } from '../../../support/shown-theme.ts';

interface Case {
  readonly template: string;
  readonly data?: object;
  readonly templates?: Record<string, string>;
  readonly invalid?: boolean;
}

/** A third of the corpus: all of it takes five seconds. */
const CASES: readonly Case[] = [...corpus.tests, ...reported.tests].filter((_, index) => index % 3 === 0);

const refusalOf = (path: string, text: string) =>
  formatText(path, text).then(
    () => null,
    (error) => {
      if (error instanceof Unformattable) return { ...error.place, message: error.message };
      throw error;
    },
  );

/** What files are when they are formatted. Themes have many files in common. */
const FORMATTED = new Map<string, Promise<string>>();

function formattedOnce(path: string, text: string): Promise<string> {
  const key = `${path}\n${text}`;
  const formatted = FORMATTED.get(key) ?? formatText(path, text);
  FORMATTED.set(key, formatted);
  return formatted;
}

describe.each(await shownThemes())('$id', (shown) => {
  it('shows the same pages when it is formatted', async () => {
    const [{ files }] = editionsOf(shown);
    const formatted: Record<string, string> = { ...files };
    for (const [path, text] of Object.entries(files)) {
      if (!isFormatted(path)) continue;
      formatted[path] = await formattedOnce(path, text);
      if (path.endsWith('.json')) expect.soft(JSON.parse(formatted[path]), path).toEqual(JSON.parse(text));
    }
    const before = rendererOf(files, shown.site);
    const after = rendererOf(formatted, shown.site);
    for (const [name, view] of Object.entries({ ...viewsOf(shown.site), ...furtherViewsOf(shown.site) })) {
      expect.soft(shownOf(after(view)), name).toEqual(shownOf(before(view)));
    }
  });
});

it('shows the same for the templates of the corpus, or leaves them as they are', async () => {
  let count = 0;
  for (const { template, data = {}, templates = {}, invalid } of CASES) {
    if (invalid || checkFile(template, 'snippets/a.liquid')) continue;
    const formatted = await formatText('snippets/a.liquid', template).catch((error) => {
      if (!(error instanceof Unformattable)) throw error;
    });
    if (formatted === undefined) continue;
    const page = (text: string) => shownOf(`<p>${compileTemplate(text, { snippets: templates }).render(data)}</p>`);
    expect.soft(page(formatted), formatted).toEqual(page(template));
    count++;
  }
  expect(count).toBeGreaterThan(150);
});

it.each([
  ['blanks in outputs and tags', '{{a|upcase}}{%if b%}c{%endif%}', '{{ a | upcase -}}\n{%- if b %}c{% endif %}\n'],
  ['elements in elements', '<ul><li>{{ a }}</li>\n<li>b</li></ul>', '<ul>\n  <li>{{ a }}</li>\n  <li>b</li>\n</ul>\n'],
  [
    'an element that is opened in one branch',
    '{% if a %}<div class="x">{% else %}<div>{% endif %}b</div>',
    '{% if a %}<div class="x">{% else %}<div>{% endif %}b\n</div>\n',
  ],
  ['nothing, which has two names', '{% assign a=nil %}', '{% assign a = null %}\n'],
  ['our own switches', '{%# vitrine-ignorer objet_inconnu%}', '{% # vitrine-ignorer objet_inconnu %}\n'],
  [
    'the JSON of a schema',
    '<p>a</p>\n{%schema%}{"name":"A","settings":[{"type":"text","id":"a"},\n{"type":"text","id":"b"}]}{%endschema%}',
    '<p>a</p>\n{% schema %}\n{\n  "name": "A",\n  "settings": [\n    { "type": "text", "id": "a" },\n    { "type": "text", "id": "b" }\n  ]\n}\n{% endschema %}\n',
  ],
  ['line ends', '<div>\r\n<p>a</p>\r\n</div>\r\n', '<div>\r\n  <p>a</p>\r\n</div>\r\n'],
  ['tabs', '<div>\n\t<p>a</p><p>b</p>\n</div>\n', '<div>\n\t<p>a</p>\n\t<p>b</p>\n</div>\n'],
  ['blanks before French punctuation', '<p>Merci\u202f!  Ah\u00a0?</p>', '<p>Merci\u202f! Ah\u00a0?</p>\n'],
  [
    'what is captured',
    '<div>{% if a %}{% capture b %}\nc\n   d {{e}}\n{% endcapture %}{% endif %}</div>',
    '<div>\n  {% if a %}\n    {% capture b %}\nc\n   d {{e}}\n{% endcapture %}\n  {% endif %}\n</div>\n',
  ],
  [
    'values of several lines',
    '<p   title="a\n   b" class="c\n   d">e</p>',
    '<p\n  title="a\n   b"\n  class="\n    c\n    d\n  "\n>\n  e\n</p>\n',
  ],
  [
    'texts that keep their blanks',
    '<div><pre>a\n  {{b}}</pre><textarea> c\n</textarea></div>',
    '<div>\n  <pre>a\n  {{b}}</pre>\n  <textarea> c\n</textarea>\n</div>\n',
  ],
  [
    'programs',
    '<script>let a = "{{ b }}"; let c = `d\n  e`</script>',
    '<script>let a = "{{ b }}"; let c = `d\n  e`\n</script>\n',
  ],
])('lays out %s', async (_, before, after) => {
  expect(await formatText('sections/a.liquid', before)).toBe(after);
  expect(await formatText('sections/a.liquid', after)).toBe(after);
});

it('lays out JSON, and changes none of its values', async () => {
  expect(await formatText('templates/index.json', '{"b":1.50,"a":[{"c":"é\\u00e9"}],"a":{}}')).toBe(
    '{ "b": 1.5, "a": [{ "c": "é\\u00e9" }], "a": {} }\n',
  );
});

it.each([
  ['snippets/a.liquid', '<p>\n{% if a %}</p>', { ligne: 2, colonne: 1 }],
  ['snippets/a.liquid', '{{ a', { ligne: 1, colonne: 1 }],
  ['sections/a.liquid', 'a {% schema %}{"a": 1,}{% endschema %}', { ligne: 1, colonne: 23 }],
  ['config/settings_data.json', '{"a": 1,\n}', { ligne: 2, colonne: 1 }],
  ['config/settings_data.json', '{a: 1}', { ligne: 1, colonne: 2 }],
  // The formatter would leave `</p` open, and what comes behind a snippet would be read as part of it.
  ['snippets/a.liquid', '</div><p>a', {}],
  ['snippets/a.liquid', "{{ a['size'] }}", {}],
  // The formatter would add an empty line each time.
  ['snippets/a.liquid', '{% for a in "ab" %}<{{ a }}>{% else %}c{% endfor %}', {}],
  ['snippets/a.liquid', '{{\u00a0a }}', {}],
])('leaves %s as it is: %s', async (path, text, place) => {
  expect(await refusalOf(path, text)).toEqual({ ...place, message: expect.stringMatching(/\S/) });
});

const same = (one: string, other: string) => expect(shownOf(one)).toEqual(shownOf(other));
const other = (one: string, two: string) => expect(shownOf(one)).not.toEqual(shownOf(two));

it('what is captured is another text when its blanks differ', () => {
  const meaning = (blank: string) => meaningOf(`{% capture a %}${blank}<p>b</p>{% endcapture %}`);
  expect(meaning('\n')).not.toEqual(meaning(''));
  expect(meaningOf('\n<p>b</p>')).toEqual(meaningOf('<p>b</p>'));
});

it('a browser sees blanks between words and what stands in lines, not around blocks', () => {
  same('<div> <p> a\n b </p> </div>', '<div><p>a b</p></div>');
  same('a<br> b', 'a <br>b');
  same('<p>a <img> <script>b</script></p>', '<p>a <img><script>b</script></p>');
  same('<b>a </b> c', '<b>a </b>c');
  other('a <img>', 'a<img>');
  other('<p><a>b</a> <a>c</a></p>', '<p><a>b</a><a>c</a></p>');
  other('<button>a</button> b', '<button>a</button>b');
  other('<p>a\u00a0b</p>', '<p>a b</p>');
  other('<pre>a\n b</pre>', '<pre>a b</pre>');
  other('<textarea> a</textarea>', '<textarea>a</textarea>');
  other('<p title="a  b"></p>', '<p title="a b"></p>');
  same('<p class=" a  b"></p>', '<p class="a b"></p>');
});
