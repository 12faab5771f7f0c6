/** Templates made of what could end a string literal, and of names that mean something to JavaScript or to emitted code. */
import fc from 'fast-check';
import { TAG_PARSERS } from '../../engine/compiler/tags/index.ts';
import { FILTER_RUNS } from '../../engine/filters/index.ts';

export const IDENTIFIERS = [
  ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'length'],
  ...['globalThis', 'process', 'eval', 'Function', 'require', 'import', 'this', 'arguments', 'await', 'new', 'class'],
  ...['output', 'budget', 'scope', 'data', 'runtime', 'page', 'fixed', 'memory', 'outer', 'passed', 'undefined', 'NaN'],
  ...['v0', 'v1', 'k1', 't0', 't2', 'o3', 'i4', 's5', 'end1', 'JSON', 'Map', 'filter', 'fail', 'print', 'section'],
  ...[
    'a',
    'a-b',
    'a?',
    'x1',
    'forloop',
    'tablerowloop',
    'size',
    'first',
    'last',
    'settings',
    'site',
    '0',
    '-1',
    'else',
  ],
];

const PIECES = [
  ...['"', "'", '`', '$' + '{x}', '$' + '{process.exit()}', '\\', '\\u0022', "\\'", '\\`', '\\x22', '\\\n'],
  ...['\u2028', '\u2029', '\0', '\ud800', '\udfff', '\u0085', '\ufeff', 'é', '😀', '\n', '\r\n', '\t'],
  ...[
    '</script>',
    '<!--',
    '-->',
    ']]>',
    '*/',
    '/*',
    '//',
    ';',
    ')}',
    '})',
    '"]',
    '");',
    "');",
    '}});(',
    '=>',
    '${',
    '#',
  ],
  ...[
    'import(',
    'eval("1")',
    'new Function("x")()',
    'globalThis.x = 1',
    '"+process+"',
    '"use strict"',
    ', ',
    ' | ',
    ': ',
  ],
  ...IDENTIFIERS,
];

export const SNIPPETS = [
  'a',
  'constructor',
  '__proto__',
  'toString',
  'x/y',
  'v0',
  't0',
  '"',
  '`$' + '{x}`',
  '\u2028',
  '</script>',
  '',
];

export const pick = (...values: readonly string[]) => fc.constantFrom(...values);
const joined = (glue: string, ...parts: readonly fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((texts) => texts.join(glue));
const some = (one: fc.Arbitrary<string>, glue: string, minLength: number, maxLength: number) =>
  fc.array(one, { minLength, maxLength }).map((texts) => texts.join(glue));

export const text = some(pick(...PIECES), '', 0, 4);
/** Text that leaves a tag, and what it is quoted with, in peace. */
const tame = (quote: string) => text.map((value) => value.replaceAll(quote, '').replace(/[%}]}/g, ''));
const string = fc.oneof(
  tame('"').map((value) => `"${value}"`),
  tame("'").map((value) => `'${value}'`),
);
const name = fc.oneof({ weight: 9, arbitrary: pick(...IDENTIFIERS) }, { weight: 1, arbitrary: tame('"') });
const word = pick(...IDENTIFIERS);
const number = pick(
  '0',
  '-1',
  '3',
  '1.5',
  '-0.0',
  '1.',
  '1.2.3',
  '99999999999999999999',
  `${'9'.repeat(400)}.0`,
  '1e9',
);
const keyword = pick('nil', 'true', 'false', 'blank', 'empty', '(1..3)', '(a..b)', '("1"..v0)', '(-1..constructor)');
const index = fc.oneof(string, word, number).map((value) => `[${value}]`);
const steps = some(
  fc.oneof(
    name.map((value) => `.${value}`),
    index,
  ),
  '',
  0,
  3,
);
const value = fc.oneof(
  { weight: 5, arbitrary: joined('', name, steps) },
  { weight: 3, arbitrary: string },
  { weight: 1, arbitrary: fc.oneof(number, keyword, joined('', index, steps), joined('', string, steps)) },
  { weight: 1, arbitrary: some(pick('.a', '.constructor["__proto__"]', '[v0]'), '', 17, 20).map((path) => `a${path}`) },
);
const filterName = fc.oneof({ weight: 5, arbitrary: pick(...FILTER_RUNS.keys()) }, { weight: 1, arbitrary: name });
const argument = fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: joined(': ', word, value) });
const call = fc.oneof(
  filterName,
  joined(': ', filterName, argument),
  joined(': ', filterName, joined(', ', argument, argument)),
);
const piped = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(value, some(call, ' | ', 0, 3)).map(([of, calls]) => `${of} | ${calls}`) },
  { weight: 1, arbitrary: fc.tuple(value, some(call, ' | ', 17, 19)).map(([of, calls]) => `${of} | ${calls}`) },
);
const comparison = pick('==', '!=', '<>', '<', '>', '<=', '>=', 'contains');
const test = fc.oneof(value, joined(' ', value, comparison, value));
const condition = fc
  .tuple(test, fc.array(fc.tuple(pick('and', 'or'), test), { maxLength: 10 }))
  .map(([first, more]) => [first, ...more.map(([operator, next]) => `${operator} ${next}`)].join(' '));
const snippetName = pick(...SNIPPETS.map((one) => (one.includes('"') ? `'${one}'` : `"${one}"`)));
const attributes = some(joined(': ', word, value), ', ', 0, 3);
const head = fc.oneof(
  attributes,
  joined(' ', pick('with', 'for'), value, pick('', 'as v0', 'as constructor', 'as a-b')),
);
const bounds = some(
  fc.oneof(pick('reversed', 'offset: continue'), joined(': ', pick('limit', 'offset', 'cols', 'constructor'), value)),
  ' ',
  0,
  2,
);
export const JSON_BODIES = [
  '{"settings":[{"id":"__proto__","default":{"x":"`"}},{"id":"constructor","default":"</script>"}],"max_blocks":2}',
  '{"__proto__":{"settings":[{"id":"x","default":1}]},"blocks":[{"type":"__proto__","settings":[{"id":"\\"","default":"`"}]}]}',
  '{"name":"\\u2028","toJSON":"x","settings":{"length":1}}',
  '*/ process.exit() //',
];
const rawBody = fc.oneof(text, pick(...JSON_BODIES));
const loopHead = joined(' ', fc.oneof(word, name), fc.constant('in'), value, bounds);

/** A tag with its block, around a template that is one level smaller. */
function tag(body: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const block = (tagName: string, markup: fc.Arbitrary<string>, ...parts: readonly fc.Arbitrary<string>[]) =>
    fc
      .tuple(markup, body, ...parts)
      .map(([of, ...inside]) => `{% ${tagName} ${of} %}${inside.join('')}{% end${tagName} %}`);
  const lone = (tagName: string, markup: fc.Arbitrary<string>) => markup.map((of) => `{% ${tagName} ${of} %}`);
  const maybe = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), part);
  const otherwise = maybe(body.map((inside) => `{% else %}${inside}`));
  const elsif = maybe(fc.tuple(condition, body).map(([of, inside]) => `{% elsif ${of} %}${inside}`));
  const when = fc.tuple(some(value, ', ', 1, 3), body).map(([of, inside]) => `{% when ${of} %}${inside}`);
  const nothing = fc.constant('');
  return fc.oneof(
    lone('assign', joined(' = ', fc.oneof(word, name), piped)),
    lone('echo', piped),
    lone(
      'increment',
      fc.oneof(
        word,
        text.map((of) => of.replace(/[%}]}/g, '')),
      ),
    ),
    lone('decrement', fc.oneof(word, tame('"'))),
    lone('cycle', fc.oneof(some(value, ', ', 1, 4), joined(': ', value, some(value, ', ', 1, 3)))),
    lone('render', joined(' ', snippetName, head)),
    lone('render', joined(', ', snippetName, attributes)),
    lone('include', joined(' ', fc.oneof(snippetName, snippetName, value), head)),
    lone('section', value),
    lone('break', nothing),
    lone('continue', nothing),
    lone('#', text),
    lone(
      'liquid',
      some(
        fc.oneof(
          piped.map((of) => `echo ${of}`),
          joined(' = ', word, piped).map((of) => `assign ${of}`),
        ),
        '\n',
        1,
        3,
      ),
    ),
    block('if', condition, elsif, otherwise),
    block('unless', condition, elsif, otherwise),
    block('for', loopHead, otherwise),
    block('tablerow', loopHead),
    block('capture', fc.oneof(word, name)),
    block('ifchanged', nothing),
    block('style', nothing),
    block(
      'case',
      value.map((of) => `${of} %}{% when a`),
      when,
      otherwise,
    ),
    pick('raw', 'comment', 'doc', 'schema', 'javascript', 'stylesheet').chain((of) =>
      rawBody.map((inside) => `{% ${of} %}${inside}{% end${of} %}`),
    ),
  );
}

export function template(depth: number): fc.Arbitrary<string> {
  const output = piped.map((of) => `{{ ${of} }}`);
  const plain = fc.oneof(text, output, output);
  const part =
    depth === 0 ? plain : fc.oneof({ weight: 2, arbitrary: plain }, { weight: 3, arbitrary: tag(template(depth - 1)) });
  return some(part, '', 0, 4);
}

/** Now and then a tag that is none, or one with any markup. */
const wild = fc
  .tuple(fc.oneof(pick(...TAG_PARSERS.keys()), name), text)
  .map(([tagName, markup]) => `{% ${tagName} ${markup} %}`);
const source = fc.oneof(
  { weight: 15, arbitrary: template(2) },
  { weight: 1, arbitrary: joined('', template(1), wild, template(1)) },
);
const snippets = fc
  .array(fc.tuple(pick(...SNIPPETS), template(1)), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries) as Record<string, string>);
const file = fc.oneof(pick('__proto__', 'constructor'), text);
export const input = fc.record({ source, snippets, file });

export const plainValue = fc.jsonValue({ maxDepth: 3, noUnicodeString: false });
