import { FRAGMENT, groupsOf, SOME_BLANKS } from '../../syntax/lax-parser.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import { literal } from '../literal.ts';
import type { Tag } from '../tag.ts';

const HEAD = new RegExp(
  `((?:${FRAGMENT})+)(?:${SOME_BLANKS}(with|for)${SOME_BLANKS}((?:${FRAGMENT})+))?(?:${SOME_BLANKS}as${SOME_BLANKS}([\\w-]+))?`,
  'd',
);

/** `{% include 'name' with value as alias, key: value %}`: a partial that shares the variables of the template. */
export const include: Tag = (token, parser) => {
  const match = HEAD.exec(token.markup.text);
  if (!match) throw new LiquidSyntaxError('include attend le nom d’un snippet', token.start);
  const [, file = token.markup, joint, bound, alias] = groupsOf(token.markup, match);
  const name = parser.fragment(file);
  const value = bound && parser.fragment(bound);
  const passed = parser.attributes(token.markup);
  const how = joint?.text as 'with' | 'for' | undefined;
  parser.means?.({ kind: 'call', tag: 'include', file: name, joint: how, bound: value, alias, passed });
  parser.traits.noteVaries();
  parser.traits.noteInterrupts();
  parser.traits.included.add(name.kind === 'literal' ? String(name.value) : null);
  return {
    blank: false,
    emit(to) {
      to.place(token.start);
      const { includes } = to.links;
      if (includes === undefined) {
        to.write(`${to.fail('include n’est pas permis dans un snippet appelé par render')};`);
        return;
      }
      const values = passed.map(({ name: key, value: given }) => `[${literal(key.text)}, ${to.value(given).code}]`);
      const bound = value ? `[${to.value(value).code}]` : 'null';
      const call = [
        to.value(name).code,
        bound,
        alias === undefined ? 'null' : literal(alias.text),
        `[${values.join(', ')}]`,
      ];
      to.write(`${to.out} += ${to.helper('include')}(${includes}, scope, ${call.join(', ')});`);
      to.obeyInterrupt();
    },
  };
};
