import { firstFragment } from '../../syntax/lax-parser.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Tag } from '../tag.ts';

/** `{% section 'type' %}`: a section whose values live in the theme's settings (docs/rules.md, Rule 3). */
export const section: Tag = (token, parser) => {
  const fragment = firstFragment(token.markup);
  if (fragment === undefined) throw new LiquidSyntaxError('section attend le type d’une section', token.start);
  const type = parser.fragment(fragment);
  parser.means?.({ kind: 'section', type });
  parser.traits.noteVaries();
  return {
    blank: false,
    emit(to) {
      to.place(token.start);
      const { code } = to.value(type);
      to.put('putSection', code, to.links.section(code));
    },
  };
};
