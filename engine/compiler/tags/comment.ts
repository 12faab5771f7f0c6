import { SILENT, type Tag } from '../tag.ts';

/** `{% comment %}…{% endcomment %}`: nothing in it is read, but comments in it are counted. */
export const comment: Tag = (token, parser) => {
  parser.skipComment(token);
  return SILENT;
};
