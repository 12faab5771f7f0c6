import { ONLY_BLANKS } from '../../runtime/strip.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Tag } from '../tag.ts';

/** `{% raw %}…{% endraw %}`: text, whatever it holds. */
export const raw: Tag = (token, parser) => {
  if (!ONLY_BLANKS.test(token.markup.text)) throw new LiquidSyntaxError('raw ne prend pas d’argument', token.start);
  const { text } = parser.raw(token);
  return { blank: text === '', emit: (to) => to.text(text) };
};
