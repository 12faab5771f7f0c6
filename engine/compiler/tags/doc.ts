import { ONLY_BLANKS } from '../../runtime/strip.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import { SILENT, type Tag } from '../tag.ts';

/** `{% doc %}…{% enddoc %}`: for people, nothing in it is read. */
export const doc: Tag = (token, parser) => {
  if (!ONLY_BLANKS.test(token.markup.text)) throw new LiquidSyntaxError('doc ne prend pas d’argument', token.start);
  const { text } = parser.raw(token);
  if (/\{%-?[ \t-\r]*doc\b/.test(text)) throw new LiquidSyntaxError('doc ne s’imbrique pas', token.start);
  return SILENT;
};
