import { text } from '../../runtime/text.ts';
import { type Expression, NIL } from '../../syntax/expression.ts';
import { BLANKS, FRAGMENT, firstFragment } from '../../syntax/lax-parser.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { TagToken } from '../../syntax/token.ts';
import { literal } from '../literal.ts';
import type { Tag, TagParser } from '../tag.ts';

const NAMED = new RegExp(`^(${FRAGMENT})${BLANKS}:${BLANKS}`);
const SIMPLE = new RegExp(`^${FRAGMENT}`);

/** `{% cycle 'a', 'b' %}` or `{% cycle name: 'a', 'b' %}`: each time the next value. */
export const cycle: Tag = (token, parser) => {
  const { name, values } = parts(token, parser);
  parser.traits.remembers = true;
  return {
    blank: false,
    emit(to) {
      const codes = values.map((value) => to.value(value).code);
      const key = name ? to.value(name).code : literal(unnamedKey(values, token));
      const turn = `${to.scope.memory}.turn(${key}, ${codes.length})`;
      to.append({ code: `${to.helper('pick')}(${turn}, [${codes.join(', ')}])`, type: 'text' });
    },
  };
};

function parts({ markup, start }: TagToken, parser: TagParser) {
  const named = NAMED.exec(markup.text);
  const from = named ? named[0].length : 0;
  const list = markup.text.slice(from);
  if (!named && !SIMPLE.test(list)) throw new LiquidSyntaxError('cycle attend au moins une valeur', start);
  const name = named && parser.fragment({ text: named[1] ?? '', offset: markup.offset });
  const values: Expression[] = [];
  let offset = markup.offset + from;
  for (const text of list.split(',')) {
    const fragment = firstFragment({ text, offset });
    const value = fragment ? parser.fragment(fragment) : NIL;
    if (value !== NIL) values.push(value);
    offset += text.length + 1;
  }
  parser.means?.({ kind: 'cycle', values: name ? [name, ...values] : values });
  return { name, values };
}

/** Without a name, cycles of the same constants go on together; one with a variable goes on alone. */
const unnamedKey = (values: readonly Expression[], { start }: TagToken): string =>
  values.every(({ kind }) => kind === 'literal')
    ? JSON.stringify(values.map((value) => (value.kind === 'literal' ? [typeof value.value, text(value.value)] : '')))
    : `cycle ${start}`;
