import type { Tag } from '../tag.ts';

/** `{% continue %}`: goes on with the loop's next turn, or ends the template where there is none. */
export const continueTag: Tag = (_token, parser) => {
  parser.traits.noteInterrupts();
  return { blank: false, emit: (to) => to.write(to.interrupt('continue')) };
};
