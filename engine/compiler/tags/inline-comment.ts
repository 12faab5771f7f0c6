import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import { SILENT, type Tag } from '../tag.ts';

/** `{% # words %}`: every line of it begins with the sign. */
export const inlineComment: Tag = ({ markup, start }) => {
  if (/\n[ \t-\r]*[^# \t-\r]/.test(markup.text)) {
    throw new LiquidSyntaxError('chaque ligne d’un commentaire {% # %} commence par #', start);
  }
  return SILENT;
};
