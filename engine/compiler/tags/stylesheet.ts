import { onceAPage } from '../once.ts';
import type { Tag } from '../tag.ts';

/** `{% stylesheet %}…{% endstylesheet %}`: styles of the file it stands in, put out once a page. */
export const stylesheet: Tag = (token, parser) => {
  parser.traits.noteVaries();
  return onceAPage('style', parser.raw(token).text);
};
