import type { Tag } from '../tag.ts';

/** `{% decrement name %}`: takes 1 from a counter, then puts it out. */
export const decrement: Tag = ({ markup }, parser) => {
  const name = markup.text.trim();
  parser.traits.counted.add(name);
  return {
    blank: false,
    emit: (to) => to.append({ code: to.scope.count(name, -1), type: 'any' }),
  };
};
