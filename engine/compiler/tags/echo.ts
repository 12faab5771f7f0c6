import { Output } from '../output.ts';
import type { Tag } from '../tag.ts';

/** `{% echo value %}`, the output of a `liquid` tag. */
export const echo: Tag = ({ markup, start }, parser) => {
  const piped = parser.piped(markup);
  parser.means?.({ kind: 'echo', piped });
  return new Output(piped, start);
};
