import type { Tag } from '../tag.ts';

/** `{% break %}`: ends the loop around it, or the template where there is none. */
export const breakTag: Tag = (_token, parser) => {
  parser.traits.noteInterrupts();
  return { blank: false, emit: (to) => to.write(to.interrupt('break')) };
};
