import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Tag } from '../tag.ts';

const NAME = /[\w\-.[\]()]+/;

/** `{% capture name %}…{% endcapture %}`. */
export const capture: Tag = (token, parser) => {
  const match = NAME.exec(token.markup.text);
  if (!match) throw new LiquidSyntaxError('capture attend un nom de variable', token.start);
  const [name] = match;
  parser.means?.({ kind: 'capture', variable: { text: name, offset: token.markup.offset + match.index } });
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
