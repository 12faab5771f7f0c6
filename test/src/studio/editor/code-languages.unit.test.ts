import { CompletionContext, type CompletionSource } from '@codemirror/autocomplete';
import { foldable, getIndentation, LanguageSupport, StreamLanguage, StringStream } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { classHighlighter, highlightTree } from '@lezer/highlight';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldBrackets } from '../../../../src/studio/editor/code/brackets.ts';
import { html } from '../../../../src/studio/editor/code/html-language.ts';
import { type JsonState, jsonMode } from '../../../../src/studio/editor/code/json-mode.ts';
import { languageOf } from '../../../../src/studio/editor/code/languages.ts';
import { liquid } from '../../../../src/studio/editor/code/liquid-language.ts';
import { scriptMode } from '../../../../src/studio/editor/code/script-mode.ts';
import { css } from '../../../../src/studio/editor/code/style-language.ts';

/** Each coloured piece of a text, with its kind. */
function coloured({ language }: LanguageSupport, text: string): string[] {
  const pieces: string[] = [];
  highlightTree(language.parser.parse(text), classHighlighter, (from, to, kind) => {
    pieces.push(`${text.slice(from, to)} ${kind.replaceAll('tok-', '')}`);
  });
  return pieces;
}

const stateOf = (text: string, support: LanguageSupport) => EditorState.create({ doc: text, extensions: support });

/** How far a line is indented, by what stands around. */
const indentOf = (text: string, line: number, support: LanguageSupport) => {
  const state = stateOf(text, support);
  return getIndentation(state, state.doc.line(line).from);
};

/** What a line hides when it is folded. */
function folded(text: string, line: number, support: LanguageSupport): string | null {
  const state = stateOf(text, support);
  const { from, to } = state.doc.line(line);
  const found = foldable(state, from, to);
  return found && text.slice(found.from, found.to);
}

const script = StreamLanguage.define(scriptMode);
const javascript = () => new LanguageSupport(script, foldBrackets(script));

describe('JavaScript', () => {
  it.each([
    [
      'const a = b.c(1, "x");',
      ['const keyword', 'a variableName', 'b variableName', 'c propertyName', '1 number', '"x" string'],
    ],
    ['a / b / c', ['a variableName', 'b variableName', 'c variableName']],
    ['x = /a[/]b/g; // c', ['x variableName', '/a[/]b/g string2', '// c comment']],
    ['/* a\n b */ true', ['/* a comment', ' b */ comment', 'true atom']],
    ['`a #{b(1)} c`'.replace('#', '$'), ['`a  string', 'b variableName', '1 number', ' c` string']],
    ['[...liste]', ['liste variableName']],
  ])('%s', (text, pieces) => {
    const shown = coloured(javascript(), text).filter((piece) => !/ (?:operator|punctuation)$/.test(piece));
    expect(shown).toEqual(expect.arrayContaining(pieces));
  });

  it('is indented and folded by its brackets', () => {
    const text = 'function a() {\n  if (b) {\n  c();\n}\n}\n';
    expect([2, 3, 4, 5].map((line) => indentOf(text, line, javascript()))).toEqual([2, 4, 2, 0]);
    expect(folded(text, 1, javascript())).toBe('\n  if (b) {\n  c();\n}\n');
    expect(folded(text, 3, javascript())).toBe(null);
  });
});

describe('CSS', () => {
  it.each([
    ['.a:hover { color: red }', ['.a className', ':hover className', 'color propertyName', 'red atom']],
    [
      'a { width: calc(100% - 2rem) !important }',
      ['a typeName', 'width propertyName', '100 number', '2 number', '!important keyword'],
    ],
    [
      '@media (min-width: 40em) { #b { --c: #fff } }',
      ['@media keyword', 'min-width propertyName', '40 number', '#b labelName'],
    ],
    ['a { &:hover { top: 0 } b:focus { left: 0 } }', ['top propertyName', 'b typeName', 'left propertyName']],
    ['/* a\n b */ p { content: "x" }', ['/* a comment', ' b */ comment', '"x" string']],
  ])('%s', (text, pieces) => {
    expect(coloured(css(), text)).toEqual(expect.arrayContaining(pieces));
  });

  it('is indented and folded by its braces', () => {
    const text = 'a {\n  color: red;\n}\n';
    expect([2, 3].map((line) => indentOf(text, line, css()))).toEqual([2, 0]);
    expect(folded(text, 1, css())).toBe('\n  color: red;\n');
  });
});

describe('Liquid', () => {
  const support = liquid(html());

  it.each([
    [
      "{{ page.titre | replace: 'a', b }}",
      ['page variableName', 'titre propertyName', 'replace variableName', "'a' string", 'b variableName'],
    ],
    [
      '{%- if a contains 2 -%}b{% endif %}',
      ['if keyword', 'a variableName', 'contains keyword', '2 number', 'endif keyword'],
    ],
    ['{% liquid\n  assign a = 1\n  echo a\n%}', ['liquid keyword', 'assign keyword', '1 number', 'echo keyword']],
    ['{% # a %}{% comment %}{{ b }}{% endcomment %}', ['# a  comment', '{{ b }} comment', 'endcomment keyword']],
    ['{% raw %}{{ b }}{% endraw %}', ['raw keyword', 'endraw keyword']],
    [
      '{% schema %}\n{"a": [1, true, "b"]}\n{% endschema %}',
      ['"a" propertyName', '1 number', 'true atom', '"b" string'],
    ],
    ['<p class="{{ a }}b">c</p>', ['p typeName', 'class propertyName', 'a variableName']],
    ["{% render 'carte', titre: x %}", ['render keyword', "'carte' string", 'titre propertyName', 'x variableName']],
  ])('%s', (text, pieces) => {
    expect(coloured(support, text)).toEqual(expect.arrayContaining(pieces));
  });

  it('knows each tag of the language', () => {
    expect(coloured(support, '{% section "a" %}')).toContain('section keyword');
    expect(coloured(support, '{% stylesheet %}a{% endstylesheet %}')).toContain('endstylesheet keyword');
  });

  it('blocks are folded to their own end', () => {
    const text = '{% if a %}\n{% if b %}\nc\n{% endif %}\n{% endif %}\n{% if d %}e{% endif %}\n';
    expect(folded(text, 1, support)).toBe('\n{% if b %}\nc\n{% endif %}\n');
    expect(folded(text, 2, support)).toBe('\nc\n');
    expect(folded(text, 6, support)).toBe(null);
    expect(folded('{% schema %}\n{\n"a": 1\n}\n{% endschema %}', 2, support)).toBe('\n"a": 1\n');
  });

  it('is indented in blocks and elements, whichever is closer', () => {
    const text = '<div>\n{% if a %}\n<p>\nb\n</p>\nc\n{% else %}\nd\n{% endif %}\n</div>\n';
    const lines = text.split('\n').slice(0, -1);
    let shown = lines[0] ?? '';
    for (const [index, line] of lines.entries()) {
      if (index === 0) continue;
      const indent = indentOf(`${shown}\n${line}`, index + 1, support);
      shown += `\n${' '.repeat(indent ?? 0)}${line}`;
    }
    expect(shown.split('\n').map((line) => line.search(/\S/))).toEqual([0, 2, 4, 6, 4, 4, 2, 4, 2, 0]);
  });

  it('stands in HTML with scripts, styles and JSON', () => {
    const text = `<!doctype html>
<p title="a {{ b }} c" hidden>d &amp; e</p>
<script nonce="{{ n }}">
const f = "</p>"; // {{ g }}
</script>
<style>.h { color: {{ i }}; }</style>
<script type="application/json">{"j": 1}</script>
<b style="top: 0">k</b><!-- l
m -->`;
    expect(coloured(support, text)).toEqual(
      expect.arrayContaining([
        ...['title propertyName', '"a  string', ' c" string', 'b variableName'],
        ...['const keyword', 'f variableName', '"</p>" string', 'g variableName', 'script typeName'],
        ...['.h className', 'color propertyName', 'i variableName', '"j" propertyName', '1 number'],
        ...['top propertyName', '0 number', 'm --> comment'],
      ]),
    );
  });

  it('what is code in HTML is indented as code', () => {
    const text = '<div>\n<script>\nif (a) {\nb();\n}\n</script>\n</div>\n';
    const lines = text.split('\n').slice(0, -1);
    let shown = lines[0] ?? '';
    for (const [index, line] of lines.entries()) {
      if (index > 0) shown += `\n${' '.repeat(indentOf(`${shown}\n${line}`, index + 1, support) ?? 0)}${line}`;
    }
    expect(shown.split('\n').map((line) => line.search(/\S/))).toEqual([0, 2, 4, 6, 4, 2, 0]);
  });
});

describe('completion', () => {
  const support = liquid(html());
  /** The labels that are offered at the bar. */
  async function offered(text: string): Promise<readonly string[]> {
    const at = text.indexOf('‸');
    const state = stateOf(text.replace('‸', ''), support);
    const context = new CompletionContext(state, at, false);
    const sources = state.languageDataAt<CompletionSource>('autocomplete', at);
    const results = await Promise.all(sources.map((source) => source(context)));
    return results.flatMap((result) => result?.options.map(({ label }) => label) ?? []);
  }

  it.each([
    ['<se‸', ['section', 'select'], ['h1.']],
    ['<div>{% if a %}<b>c</‸', ['/b', '/div'], ['section']],
    ['<img al‸', ['alt', 'aria-label'], ['href']],
    ['<img loading="l‸', ['lazy', 'eager'], []],
    ['<script>\nlet autre;\nfu‸\n</script>', ['function'], ['fieldset']],
    ['{{ a‸ }}', [], ['abbr', 'article']],
  ])('%s', async (text, some, none) => {
    const labels = await offered(text);
    expect(labels).toEqual(expect.arrayContaining([...some]));
    expect(labels.filter((label) => (none as readonly string[]).includes(label))).toEqual([]);
  });

  it('comments are those of the language there', () => {
    const text = '<p>a</p><script>b</script><style>c</style>';
    const tokens = (what: string) =>
      JSON.stringify(stateOf(text, support).languageDataAt('commentTokens', text.indexOf(what), 1)[0]);
    expect(['a<', 'b<', 'c<'].map(tokens)).toEqual([
      expect.stringContaining('<!--'),
      expect.stringContaining('//'),
      expect.stringContaining('/*'),
    ]);
  });
});

describe('whatever a theme has in a file', () => {
  const PIECES = (
    '{{ }} {% %} - " \' < > </ <script> </script> <style> </style> \\ ` $ { } ( ) [ ] / * /* */ // # @ a : ; = 1 . | é <!-- --> &amp; ' +
    '!important --x style=" onclick=" {%raw%} {%endraw%} {%schema%} {%endschema%} {%comment%} {%liquid type="application/json" \u2028 😀'
  )
    .split(' ')
    .concat(' ', '\n', '\r', '\t');
  const languages = ['a.liquid', 'a.json', 'a.css', 'a.svg'].map((path) => languageOf(path).language.parser);

  it('is read to its end', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        for (const parser of languages) expect(parser.parse(text).length).toBe(text.length);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps no more than some open brackets', () => {
    const state = jsonMode.startState?.(2) as JsonState;
    const stream = new StringStream('['.repeat(1_000), 2, 2);
    while (!stream.eol()) jsonMode.token(stream, state);
    expect(state.open.length).toBeLessThan(100);
  });
});
