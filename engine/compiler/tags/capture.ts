import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Tag } from '../tag.ts';

const NAME = /[\w\-.[\]()]+/;

/** `{% capture name %}…{% endcapture %}`. */
export const capture: Tag = (token, parser) => {
  const name = NAME.exec(token.markup.text)?.[0];
  if (name === undefined) throw new LiquidSyntaxError('capture attend un nom de variable', token.start);
  parser.traits.assigned.add(name);
  const { body } = parser.block(token);
  return {
    blank: true,
    sets: name,
    emit(to) {
      to.captured(
        () => to.body(body),
        parser.traits.interrupts,
        (output) => to.write(to.scope.assign(name, output)),
      );
    },
  };
};
