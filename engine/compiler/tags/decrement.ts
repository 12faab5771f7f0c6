import { strip } from '../../runtime/strip.ts';
import type { Tag } from '../tag.ts';

/** `{% decrement name %}`: takes 1 from a counter, then puts it out. */
export const decrement: Tag = ({ markup }, parser) => {
  const name = strip(markup.text);
  parser.traits.counted.add(name);
  parser.means?.({ kind: 'count', variable: { text: name, offset: markup.offset + markup.text.indexOf(name) } });
  return {
    blank: false,
    emit: (to) => to.append({ code: to.scope.count(name, -1), type: 'any' }),
  };
};
