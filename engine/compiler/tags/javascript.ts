import { onceAPage } from '../once.ts';
import type { Tag } from '../tag.ts';

/** `{% javascript %}…{% endjavascript %}`: a script of the file it stands in, put out once a page. */
export const javascript: Tag = (token, parser) => {
  parser.traits.noteVaries();
  return onceAPage('script', parser.raw(token).text);
};
