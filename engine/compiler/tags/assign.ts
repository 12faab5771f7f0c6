import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Tag } from '../tag.ts';

// A name is tried from its first character only: from every one it would be quadratic.
const ASSIGNMENT = /(?<![\w\-.[\]()])([\w\-.[\]()]+)[ \t-\r]*=[ \t-\r]*/;

/** `{% assign name = value | filter %}`. */
export const assign: Tag = ({ markup, start }, parser) => {
  const match = ASSIGNMENT.exec(markup.text);
  if (!match) throw new LiquidSyntaxError('assign attend « nom = valeur »', start);
  const [, name = ''] = match;
  const from = match.index + match[0].length;
  const piped = parser.piped({ text: markup.text.slice(from), offset: markup.offset + from });
  parser.means?.({ kind: 'assign', variable: { text: name, offset: markup.offset + match.index }, piped });
  parser.traits.assigned.add(name);
  return {
    blank: true,
    sets: name,
    emit(to) {
      if (piped.filters.length > 0) to.place(start);
      if (to.isOwn(piped)) to.noteOwn(name);
      const { code, type, orNil } = to.piped(piped);
      to.write(to.scope.assign(name, type === 'any' ? `${code} ?? null` : (orNil ?? code)));
    },
  };
};
