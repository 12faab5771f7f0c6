import { FRAGMENT, groupsOf, laxExpression, SOME_BLANKS } from '../../syntax/lax-parser.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Emitter, Passed } from '../emitter.ts';
import { literal } from '../literal.ts';
import type { Tag } from '../tag.ts';

const HEAD = new RegExp(
  `("[^"]*"|'[^']*')(?:${SOME_BLANKS}(with|for)${SOME_BLANKS}((?:${FRAGMENT})+))?(?:${SOME_BLANKS}as${SOME_BLANKS}([\\w-]+))?`,
  'd',
);

/** `{% render 'name' with value as alias, key: value %}`: a snippet that sees only the values passed to it (docs/rules.md, Rule 7). */
export const render: Tag = (token, parser) => {
  const match = HEAD.exec(token.markup.text);
  if (!match) throw new LiquidSyntaxError('render attend le nom d’un snippet entre guillemets', token.start);
  const [, quoted = '', joint] = match;
  const [, file, , boundMarkup, alias] = groupsOf(token.markup, match);
  const name = quoted.slice(1, -1);
  const bound = boundMarkup && parser.fragment(boundMarkup);
  const values = parser.attributes(token.markup);
  if (parser.means && file) {
    const called = { tag: 'render', joint: joint as 'with' | 'for' | undefined, bound, alias, passed: values } as const;
    parser.means({ kind: 'call', file: laxExpression(file), ...called });
  }
  const variable = alias?.text ?? name.slice(name.lastIndexOf('/') + 1);
  parser.traits.rendered.add(name);
  return {
    blank: false,
    emit(to) {
      const passed = values.map(({ name: key, value }) => ({ name: key.text, code: to.value(value).code }));
      const call = (more: readonly Passed[]) => emitCall(to, name, [...passed, ...more], token.start);
      if (!bound) return call([]);
      const value = to.name('v');
      to.write(`{ const ${value} = ${to.value(bound).code};`);
      if (joint === 'for') emitEach(to, value, { name, variable, call });
      else call([{ name: variable, code: `${value} ?? ${passedAs(variable, passed)}` }]);
      to.write('}');
    },
  };
};

function emitCall(to: Emitter, name: string, passed: readonly Passed[], offset: number): void {
  to.place(offset);
  to.append({ code: to.links.snippet(name, passed), type: 'text' });
}

type Call = (more: readonly Passed[]) => void;

/** What a variable is where the value after `with` is nil. */
const passedAs = (variable: string, passed: readonly Passed[]): string =>
  passed.findLast(({ name }) => name === variable)?.code ?? 'undefined';

/** Emits `render … for`: once for each element; a value that cannot be iterated is passed once, itself. */
function emitEach(
  to: Emitter,
  value: string,
  { name, variable, call }: { name: string; variable: string; call: Call },
): void {
  const items = to.name('c');
  const index = to.name('i');
  const length = to.name('n');
  to.write(`const ${items} = ${to.helper('elements')}(${value}), ${length} = ${items}.length;`);
  to.write(`for (let ${index} = 0; ${index} < ${length}; ${index}++) {`);
  const loop = `${to.helper('isIterable')}(${value}) ? ${to.helper('forLoop')}(${literal(name)}, ${length}, ${index}, undefined) : undefined`;
  call([
    { name: variable, code: `${items}[${index}]` },
    { name: 'forloop', code: loop },
  ]);
  to.write('}');
}
