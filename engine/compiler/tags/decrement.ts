import { strip } from '../../runtime/strip.ts';
import type { Tag } from '../tag.ts';

/** `{% decrement name %}`: takes 1 from a counter, then puts it out. */
export const decrement: Tag = ({ markup }, parser) => {
  const name = strip(markup.text);
  parser.traits.counted.add(name);
  return {
    blank: false,
    emit: (to) => to.append({ code: to.scope.count(name, -1), type: 'any' }),
  };
};
