import { strip } from '../../runtime/strip.ts';
import type { Tag } from '../tag.ts';

/** `{% increment name %}`: puts out a counter, then adds 1. */
export const increment: Tag = ({ markup }, parser) => {
  const name = strip(markup.text);
  parser.traits.counted.add(name);
  parser.means?.({ kind: 'count', variable: { text: name, offset: markup.offset + markup.text.indexOf(name) } });
  return {
    blank: false,
    emit: (to) => to.append({ code: to.scope.count(name, 1), type: 'any' }),
  };
};
