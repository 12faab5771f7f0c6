/** Files of a length that ask much of the compiler: what an author could write by mistake, or in order to do harm. */

const LOOPS = 90;
const inLoops = (body: string): string => '{% for a in b %}'.repeat(LOOPS) + body + '{% endfor %}'.repeat(LOOPS);

/** As often as it fits into the length, UTF-16 code units. */
const times = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));

const DEEP = `{{ ${'a['.repeat(90)}b${']'.repeat(90)} }}`;
const BLOCKS = '{% if a %}'.repeat(LOOPS) + '{% endif %}'.repeat(LOOPS);

/** By name, the file of a length. */
export const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  'brackets that are never closed': (length) => `{{ ${times('a[', length)} }}`,
  'brackets in brackets': (length) => times(DEEP, length),
  'one long path': (length) => `{{ a${times('.b', length)} }}`,
  'one long chain of filters': (length) => `{{ a${times(' | upcase', length)} }}`,
  'one filter with many values': (length) => `{{ a | append: b${times(', b', length)} }}`,
  'ranges in ranges': (length) => `{{ ${times('(a..', length)} }}`,
  'a range of dots': (length) => `{{ (${times('..', length)}" "x) }}`,
  'quotes that are never closed': (length) => times(`{{ "' }}`, length),
  'outputs that are never closed': (length) => times('{{ a ', length),
  'outputs without blanks around': (length) => times('{{- a -}} ', length),
  'liquid tags on one line': (length) => times('{% liquid echo a %}', length),
  'blocks in blocks': (length) => times(BLOCKS, length),
  'one condition': (length) => `{% if a${times(' and b or c', length)} %}{% endif %}`,
  'loops around loops that are asked for': (length) => inLoops(times('{{ forloop.parentloop }}', length)),
  'comments in a comment': (length) => `{% comment %}${times('{{ {% comment %} ', length)}{% endcomment %}`,
};
