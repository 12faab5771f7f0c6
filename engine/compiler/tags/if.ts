import type { Condition } from '../../syntax/expression.ts';
import type { TagToken } from '../../syntax/token.ts';
import type { Body, Emitter } from '../emitter.ts';
import type { Part, Tag } from '../tag.ts';
import { settled } from '../text.ts';

interface Branch {
  /** None for `else`. */
  readonly condition: Condition | undefined;
  readonly body: Body;
  readonly offset: number;
}

/** `{% if a %}…{% elsif b %}…{% else %}…{% endif %}`, and `unless`, whose first condition is negated. */
export const ifTag: Tag = (token, parser) => {
  const found: Branch[] = [];
  for (let at: TagToken | undefined = token; at; ) {
    const condition = at.name === 'else' ? undefined : parser.condition(at.markup, at.start);
    if (condition) parser.means?.({ kind: 'condition', condition });
    const { body, branch }: Part = parser.block(token);
    found.push({ condition, body, offset: at.start });
    at = branch;
  }
  const { bodies, blank } = settled(found.map(({ body }) => body));
  const settledBranches = found.map((branch, index) => ({ ...branch, body: bodies[index] ?? branch.body }));
  return { blank, emit: (to) => emitBranches(to, settledBranches, token.name === 'unless') };
};

/** Branches one after the other in a block that the first one taken leaves: V8 would read a chain of `else if` recursively. */
function emitBranches(to: Emitter, found: readonly Branch[], negated: boolean): void {
  const label = found.length > 1 ? to.name('l') : '';
  to.write(label === '' ? '{' : `${label}: {`);
  found.forEach(({ condition, body, offset }, index) => {
    if (condition) {
      if (condition.tests.some(mayFail)) to.place(offset);
      const code = to.condition(condition);
      to.write(`if (${negated && index === 0 ? `!(${code})` : code}) {`);
    } else to.write('{');
    to.scope.perhaps(() => to.body(body));
    to.write(index < found.length - 1 ? `break ${label}; }` : '}');
  });
  to.write('}');
}

/** An order between values of different kinds is an error. */
const mayFail = ({ comparison }: Condition['tests'][number]): boolean =>
  comparison === '<' || comparison === '>' || comparison === '<=' || comparison === '>=';
