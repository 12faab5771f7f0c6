import { SILENT, type Tag } from '../tag.ts';

/** `{% schema %}…{% endschema %}`: JSON that declares a section's settings; shows nothing. */
export const schema: Tag = (token, parser) => {
  const { text, offset } = parser.raw(token);
  parser.traits.schemas.push({ text, offset });
  return SILENT;
};
