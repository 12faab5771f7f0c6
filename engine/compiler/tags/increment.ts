import type { Tag } from '../tag.ts';

/** `{% increment name %}`: puts out a counter, then adds 1. */
export const increment: Tag = ({ markup }, parser) => {
  const name = markup.text.trim();
  parser.traits.counted.add(name);
  return {
    blank: false,
    emit: (to) => to.append({ code: to.scope.count(name, 1), type: 'any' }),
  };
};
