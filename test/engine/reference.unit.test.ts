/** Neighbours of the cases in `reported-cases.json`: what the reference's source (5.13) says of them. */
import { describe, expect, it } from 'vitest';
import { compileTemplate, LiquidError } from '../../engine/index.ts';
import { budget } from '../../engine/runtime/budget.ts';
import { html, themeFiles } from './support.ts';

const render = (source: string, data: object = {}, snippets: Record<string, string> = {}) =>
  compileTemplate(source, { snippets }).render(data);

const fails = (source: string, data: object = {}) => expect(() => render(source, data)).toThrow(LiquidError);

/** Cells of the rows of a table. */
const cells = (source: string, data: object = {}) =>
  render(source, data)
    .split('</tr>')
    .slice(0, -1)
    .map((row) =>
      [...row.matchAll(/<td class="col(\d+)">(.*?)<\/td>/g)].map(([, col, cell]) => `${col}:${cell}`).join(' '),
    );

describe('what `render` begins with', () => {
  const snippets = {
    cycle: '{% cycle "a", "b" %}',
    changed: '{% ifchanged %}x{% endifchanged %}',
    on: '{% for i in l offset: continue %}{{ i }}{% endfor %}',
    twice: '{% render "cycle" %}{% include "cycle" %}{% cycle "a", "b" %}',
    '[n]': '{% cycle [n], "b" %}{% cycle "a", "b" %}',
  };

  it.each([
    ['{% cycle "a", "b" %}{% render "cycle" %}{% render "cycle" %}{% cycle "a", "b" %}', 'aaab'],
    ['{% for i in l %}{% render "cycle" %}{% endfor %}', 'aaa'],
    ['{% render "cycle" for l as x %}', 'aaa'],
    ['{% ifchanged %}x{% endifchanged %}{% render "changed" %}{% ifchanged %}x{% endifchanged %}', 'xx'],
    ['{% for i in l limit: 1 %}{{ i }}{% endfor %}{% render "on", l: l %}', '1123'],
    ['{% cycle "a", "b" %}{% render "[n]", n: "n" %}{% cycle "a", "b" %}', 'anab'],
    // What is included shares all of it.
    ['{% cycle "a", "b" %}{% include "cycle" %}', 'ab'],
    ['{% ifchanged %}x{% endifchanged %}{% include "changed" %}', 'x'],
    ['{% for i in l limit: 1 %}{{ i }}{% endfor %}{% include "on" %}', '123'],
  ])('%s', (source, expected) => expect(render(source, { l: [1, 2, 3] }, snippets)).toBe(expected));
});

describe('`cols`, `limit` and `offset` of a tablerow', () => {
  const table = (more: string, cell = '') => `{% tablerow i in (1..5) ${more} %}{{ i }}${cell}{% endtablerow %}`;

  it.each([
    ['"2"', ['1:1 2:2', '1:3 2:4', '1:5']],
    ['" 2x"', ['1:1 2:2', '1:3 2:4', '1:5']],
    ['2.9', ['1:1 2:2', '1:3 2:4', '1:5']],
    ['"2.9"', ['1:1 2:2', '1:3 2:4', '1:5']],
    ['""', ['1:1 2:2 3:3 4:4 5:5']],
    ['"x"', ['1:1 2:2 3:3 4:4 5:5']],
    ['nil', ['1:1 2:2 3:3 4:4 5:5']],
    ['absent', ['1:1 2:2 3:3 4:4 5:5']],
    ['-3', ['1:1 2:2 3:3 4:4 5:5']],
    ['"1_0"', ['1:1 2:2 3:3 4:4 5:5']],
  ])('cols: %s', (given, rows) => expect(cells(table(`cols: ${given}`))).toEqual(rows));

  it.each([
    ['limit: "2"', ['1:1 2:2']],
    ['limit: "2px"', ['1:1 2:2']],
    ['limit: 1.9', ['1:1']],
    ['limit: ""', ['']],
    ['limit: nil', ['']],
    ['limit: -1', ['']],
    ['limit: 2 offset: "1x"', ['1:2 2:3']],
    ['limit: "2" offset: 1.9', ['1:2 2:3']],
    ['limit: 3 offset: -2', ['1:1']],
    ['offset: nil', ['1:1 2:2 3:3 4:4 5:5']],
  ])('%s', (given, rows) => expect(cells(table(given))).toEqual(rows));

  it.each(['true', '(1..2)', 'l', 'h'])('%s is no number', (given) => {
    for (const name of ['cols', 'limit', 'offset']) fails(table(`${name}: ${given}`), { l: [2], h: {} });
  });

  it.each([
    ['cols: 2', ['1:1false 2:2true', '1:3false 2:4true', '1:5false']],
    ['cols: 9', ['1:1false 2:2false 3:3false 4:4false 5:5false']],
    ['cols: 0', ['1:1false 2:2false 3:3false 4:4false 5:5false']],
    ['', ['1:1false 2:2false 3:3false 4:4false 5:5true']],
    ['limit: 2', ['1:1false 2:2true']],
  ])('col_last is true in the last column only: %s', (given, rows) => {
    expect(cells(table(given, '{{ tablerowloop.col_last }}'))).toEqual(rows);
    expect(cells(table(given, '{% assign c = "col_last" %}{{ tablerowloop[c] }}'))).toEqual(rows);
  });

  it('an empty setting takes no section away', () => {
    const schema = '{% schema %}{"settings": [{"type": "text", "id": "c"}]}{% endschema %}';
    const section = `{% tablerow i in (1..2) cols: section.settings.c %}{{ i }}{% endtablerow %}${schema}`;
    expect(html(themeFiles(section))).toBe('<tr class="row1">\n<td class="col1">1</td><td class="col2">2</td></tr>\n');
  });
});

describe('uniq', () => {
  it.each([
    ['[null, "absent"]', '{{ l | map: "a" | uniq | size }}', 1],
    ['{"a": [1, "1"]}', '{{ l | uniq | size }}', 2],
    ['order of keys', '{{ l | uniq | size }}', 1],
    ['key and text', '{{ l | uniq | size }}', 2],
    ['nested', '{{ l | uniq | size }}', 2],
    ['nil and empty', '{{ l | uniq | size }}', 3],
  ])('%s', (what, source, expected) => {
    const lists: Record<string, unknown[]> = {
      '[null, "absent"]': [{ a: null }, { b: 1 }, {}],
      '{"a": [1, "1"]}': [{ a: 1 }, { a: '1' }, { a: 1 }],
      'order of keys': [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'key and text': [{ a: 'b=s1:c' }, { 'a=s1:b': 'c' }],
      nested: [{ a: { b: [1] } }, { a: { b: [1, 2] } }, { a: { b: [1] } }],
      'nil and empty': [{ a: null }, { a: '' }, {}],
    };
    expect(render(source, { l: lists[what] })).toBe(String(expected));
  });

  it('knows an integer and a float of the same value as two, 0.0 and -0.0 as one', () => {
    expect(
      render('{% assign a = 1 | times: 1.0 %}{% assign l = (1..1) | concat: m | uniq %}{{ l | size }}', { m: [1, 2] }),
    ).toBe('2');
    expect(render('{% assign a = -0.0 %}{% assign l = "a,b" | split: "," | map: "x" %}{{ l | uniq | size }}')).toBe(
      '1',
    );
  });

  it('takes four times as long for a list that is four times as long', () => {
    const spent = (length: number) => {
      const template = compileTemplate(
        '{% assign u = l | uniq %}{% assign v = l | uniq: "x" %}{{ u.size }}{{ v.size }}',
      );
      const l = Array.from({ length }, (_, id) => ({ id: id + 100_000, x: [id + 100_000] }));
      expect(template.render({ l })).toBe(`${length}${length}`);
      return 100_000_000 - budget.left;
    };
    expect(spent(20_000) / spent(5_000)).toBeLessThan(4.1);
  });
});

describe('a property of what has none', () => {
  it.each([
    ['uniq', [1, 'a', null]],
    ['compact', [1, 'a', null]],
    ['compact', [1]],
    ['where', [1, null]],
    ['sort', [2, 1]],
    ['sum', [1]],
    ['map', [1]],
    ['find', [1]],
    ['has', [1]],
  ])('%s of an integer first is an error', (filter, l) => fails(`{{ l | ${filter}: "b" }}`, { l }));

  it('an integer beyond 2^53 is an integer', () => {
    fails('{% assign l = "" | split: "," | concat: m | map: "a" %}{{ 9007199254740993 | map: "b" }}', { m: [] });
    expect(render('{{ 9007199254740993 | map: 0 }}{{ 9007199254740992 | map: 0 }}{{ 5 | map: 100 }}')).toBe('100');
  });

  it.each(['uniq', 'compact', 'where', 'reject', 'find', 'has', 'find_index'])('%s of nil first is nil', (filter) => {
    expect(render(`[{{ l | ${filter}: "b" }}]`, { l: [null, 1] })).toBe('[]');
    expect(render(`[{{ l | ${filter}: "b" }}]`, { l: [1.5, 1] })).toBe('[]');
  });

  it('an element that is found before counts', () => {
    expect(render('{{ l | find: "b" | map: "b" }}{{ l | has: "b" }}', { l: [{ b: 2 }, 1, null] })).toBe('2true');
    expect(render('{{ l | uniq: "b" | size }}', { l: ['ab', 'b', 'c'] })).toBe('2');
    expect(render('{{ l | map: "to_liquid" | join }}', { l: [1, 'a'] })).toBe('1 a');
  });
});

describe('blanks are those of ASCII', () => {
  it.each([
    ['{{ s | squish }}', ' 1\u00a0234,50\u00a0\u20ac \n x ', '1\u00a0234,50\u00a0\u20ac x'],
    ['{{ s | squish }}', '\u202f a \u202f', '\u202f a \u202f'],
    ['{{ s | squish }}', '\0 a \0 b \0', 'a \0 b'],
    ['{{ s | plus: 1 }}', '\u00a05', '1'],
    ['{{ s | plus: 1 }}', ' \t5\u00a0000', '6'],
    ['{{ s | times: 2 }}', ' 1.5\n', '3.0'],
    ['{{ s\u00a0}}|{{\u00a0s }}|{{ s |\u00a0upcase }}', 'a', 'a|a|A'],
    ['{% if s\u00a0== "a" %}y{% else %}n{% endif %}', 'a', 'y'],
    ['{% case s %}{% when "a"\u00a0%}y{% endcase %}', 'a', 'y'],
    ['{% assign t =\u00a0s %}{{ t }}', 'a', 'a'],
  ])('%j of %j', (source, s, expected) => expect(render(source, { s })).toBe(expected));

  it.each([
    '{%\u00a0if true %}x{% endif %}',
    '{% else\u00a0%}',
    '{% raw\u00a0%}{% endraw %}',
    '{{ s | slice: "\u00a01" }}',
  ])('%j is refused', (source) => fails(source, { s: 'abc' }));
});

describe('where an integer is needed', () => {
  it.each([
    ['0x1', 'b'],
    ['-0x1', 'd'],
    ['0b10', 'c'],
    ['0o1', 'b'],
    ['01', 'b'],
    ['0d2', 'c'],
    [' +2\n', 'c'],
    ['0_1', 'b'],
    ['00', 'a'],
  ])('%j is one', (at, expected) => expect(render('{{ "abcd" | slice: at }}', { at })).toBe(expected));

  it.each(['', '1.0', '08', '0x', '0b2', '1__0', '_1', '1_', 'a', '- 1', '0o'])('%j is none', (at) =>
    fails('{{ "abcd" | slice: at }}', { at }));
});

describe('a comment', () => {
  it.each([
    ['{% comment %}{{ a }{% endcomment %}x', 'x'],
    ['{% comment %}{ {% endcomment %}x', 'x'],
    ['{% comment %}{{ {% endcomment %}x{% endcomment %}y', 'y'],
    ['{% comment %}{% if {% endcomment %}x{% endcomment %}y', 'y'],
    ['{% comment %}{% %}{% endcomment %}y', 'y'],
    ['{% comment %}{% commentx %}{% endcomment %}y', 'y'],
    ['{% comment %}{% comment {% x %}{% endcomment %}{% endcomment %}y', 'y'],
    ['{% comment %}{% raw %}{{ {% endraw %}{% endcomment %}y', 'y'],
    ['a {%- comment %} {%- endcomment -%} b', 'ab'],
  ])('%s', (source, expected) => expect(render(source)).toBe(expected));

  it.each([
    '{% comment %}{% if {% endcomment %}x',
    '{% comment %}{{ a {% endcomment %}',
    '{% comment %}{% raw %}{% endcomment %}',
    '{% comment %}{% endcomment',
    '{% liquid\ncomment\nraw\nendraw\nendcomment\n%}',
  ])('%j is never ended', (source) => fails(source));
});

describe('what Ruby writes down', () => {
  it.each([
    ['\0\u0001\u001f', '\\u0000\\u0001\\u001F'],
    ['\u0007\b\t\n\v\f\r\u001b', '\\a\\b\\t\\n\\v\\f\\r\\e'],
    ['\u007f', '\\x7F'],
    ['\u0080\u0085\u009f', '\\u0080\\u0085\\u009F'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['\u00a0\u00ad\u200b\ufeff\ue000', '\u00a0\u00ad\u200b\ufeff\ue000'],
    ['é😀', 'é😀'],
    ['\u{e0fff}', '\\u{E0FFF}'],
    ['#{a} #$a #@a #a "\\', '\\#{a} \\#$a \\#@a #a \\"\\\\'],
  ])('%j', (text, expected) => {
    expect(render('{{ h }}', { h: { [text]: text } })).toBe(`{"${expected}"=>"${expected}"}`);
    expect(render('{{ l | append: "" }}', { l: [text] })).toBe(`["${expected}"]`);
  });
});

describe('the 0 below 0', () => {
  it.each([
    ['-0.0', '-0.0'],
    ['-0', '0'],
    ['-0.0 | append: ""', '-0.0'],
    ['-0.0 | plus: 0', '0.0'],
    ['-0.0 | plus: -0.0', '-0.0'],
    ['-0.0 | minus: 0', '-0.0'],
    ['-0.0 | minus: -0.0', '0.0'],
    ['0.0 | times: -1', '-0.0'],
    ['0 | times: -1.5', '-0.0'],
    ['0 | times: -1', '0'],
    ['-0.0 | times: -2.0', '0.0'],
    ['0.0 | divided_by: -2', '-0.0'],
    ['-1.0 | modulo: 1.0', '0.0'],
    ['-0.0 | abs', '0.0'],
    ['-0.04 | round: 1', '-0.0'],
    ['-0.0 | round: 2', '-0.0'],
    ['-0.4 | round', '0'],
    ['-0.4 | ceil', '0'],
    ['"-0.0" | times: 1', '-0.0'],
    ['-0.0 | at_most: 5', '-0.0'],
  ])('%s', (expression, expected) => {
    expect(render(`{{ ${expression} }}`)).toBe(expected);
    const [value = '', ...filters] = expression.split(' | ');
    expect(render(`{% assign v = ${value} %}{{ v | ${filters.join(' | ') || 'nop'} }}`)).toBe(expected);
  });
});

it('a 0 below 0 of data is a float', () => {
  const data = JSON.parse('{"v": -0.0, "l": [-0.0, 0]}') as object;
  expect(render('{{ v }} {{ l | append: "" }} {{ v | abs }} {{ v | plus: 0 }} {{ v | times: 2 }}', data)).toBe(
    '-0.0 [-0.0, 0] 0.0 0.0 -0.0',
  );
  expect(render('{% if v == 0 %}y{% endif %}{{ "abc" | slice: "-0" }}', data)).toBe('ya');
});

describe('base64', () => {
  it.each([
    'YQ',
    'YQ=',
    'YQ===',
    'YR==',
    'YWJ=',
    'YWI',
    'Y',
    '=',
    '====',
    'YQ==YQ==',
    'YW I=',
    'YWJj\n',
    'YWJj-',
    'é',
  ])('%j is none', (s) => fails('{{ s | base64_decode }}', { s }));
  it.each([
    ['YQ', 'a'],
    ['YWI', 'ab'],
    ['YQ==', 'a'],
    ['', ''],
    ['w6k_', 'é?'],
    ['w6k/', 'é?'],
  ])('%j is base64 for addresses', (s, expected) =>
    expect(render('{{ s | base64_url_safe_decode }}', { s })).toBe(expected));
  it.each(['YQ=', 'YR', 'Y', 'YQ==='])('%j is none for addresses', (s) =>
    fails('{{ s | base64_url_safe_decode }}', { s }));
});

describe('`empty` and `blank` in a case', () => {
  it.each([
    ['{% case empty %}{% when "" %}1{% else %}0{% endcase %}', '1'],
    ['{% case empty %}{% when l %}1{% else %}0{% endcase %}', '0'],
    ['{% case blank %}{% when nil %}1{% when false %}2{% else %}0{% endcase %}', '0'],
    ['{% case blank %}{% when blank, empty %}1{% endcase %}', '11'],
    ['{% case l %}{% when blank %}1{% when empty %}2{% endcase %}', '12'],
    ['{% case nil %}{% when empty %}1{% when blank %}2{% endcase %}', '2'],
    ['{% case " " %}{% when empty %}1{% when blank %}2{% endcase %}', '2'],
    ['{% if empty == l %}1{% endif %}{% if empty == empty %}2{% endif %}', '1'],
  ])('%s', (source, expected) => expect(render(source, { l: [] })).toBe(expected));
});

describe('capitalize', () => {
  it.each([
    ['ǆA', 'ǅa'],
    ['Ǆa', 'ǅa'],
    ['ǅa', 'ǅa'],
    ['ǉ', 'ǈ'],
    ['Ǌ', 'ǋ'],
    ['ǳ', 'ǲ'],
    ['ﬁN', 'Fin'],
    ['ﬄ', 'Ffl'],
    ['ßA', 'Ssa'],
    ['ŉA', 'ʼNa'],
    ['և', 'Եւ'],
    ['ᾳ', 'ᾼ'],
    ['ᾼ', 'ᾼ'],
    ['ᾀΑ', 'ᾈα'],
    ['ᾷ', 'Α\u0342\u0345'],
    ['აბ', 'აბ'],
    ['ᲐᲑ', 'აბ'],
    ['𐐨𐐀', '𐐀𐐨'],
    ['éTÉ', 'Été'],
    ['ΣΑΣ', 'Σασ'],
  ])('%s', (text, expected) => expect(render('{{ t | capitalize }}', { t: text })).toBe(expected));
});
