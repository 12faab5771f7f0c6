import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Tag } from '../tag.ts';

const NAME = /[\w\-.[\]()]+/;

/** `{% capture name %}…{% endcapture %}`. */
export const capture: Tag = (token, parser) => {
  const name = NAME.exec(token.markup.text)?.[0];
  if (name === undefined) throw new LiquidSyntaxError('capture attend un nom de variable', token.start);
  parser.traits.assigned.add(name);
  const { body } = parser.block(token, 'endcapture');
  return {
    blank: true,
    emit(to) {
      // A `break` in it leaves the loop around it, but what was captured so far is kept.
      const mayLeave = parser.traits.interrupts;
      to.write('{');
      const captured = to.capture(() => {
        if (mayLeave) to.write('try {');
        to.scope.perhaps(() => to.body(body));
      });
      if (mayLeave) to.write('} finally {');
      to.write(`${to.scope.assign(name, `budget.captured(${captured})`)} }${mayLeave ? ' }' : ''}`);
    },
  };
};
