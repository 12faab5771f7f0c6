import { FRAGMENT } from '../../syntax/lax-parser.ts';
import { LiquidSyntaxError } from '../../syntax/syntax-error.ts';
import type { Tag } from '../tag.ts';

const VALUE = new RegExp(FRAGMENT);

/** `{% section 'type' %}`: a section whose values live in the theme's settings (rule 3). */
export const section: Tag = (token, parser) => {
  const fragment = VALUE.exec(token.markup.text)?.[0];
  if (fragment === undefined) throw new LiquidSyntaxError('section attend le type d’une section', token.start);
  const type = parser.fragment(fragment);
  parser.traits.varies = true;
  parser.traits.sections.add(type.kind === 'literal' ? String(type.value) : null);
  return {
    blank: false,
    emit(to) {
      to.place(token.start);
      to.append({ code: to.links.section(to.value(type)), type: 'text' });
    },
  };
};
