import type { Tag } from '../tag.ts';

/** `{% ifchanged %}…{% endifchanged %}`: puts its body out where it differs from the time before. */
export const ifchanged: Tag = (token, parser) => {
  const { body } = parser.block(token);
  parser.traits.remembers = true;
  return {
    blank: body.blank,
    emit(to) {
      to.captured(
        () => to.body(body),
        parser.traits.interrupts,
        (output) => to.append({ code: `${to.scope.memory}.ifChanged(${output})`, type: 'text' }),
      );
    },
  };
};
