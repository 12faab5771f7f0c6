import type { Tag } from '../tag.ts';

/** `{% style %}…{% endstyle %}`: styles that are Liquid, in an element that the page's security policy lets pass. */
export const style: Tag = (token, parser) => {
  parser.traits.noteVaries();
  const { body } = parser.block(token);
  return {
    blank: false,
    emit(to) {
      const { nonce } = to.links;
      if (nonce === undefined) to.text('<style>');
      else {
        to.text('<style nonce="');
        to.putStamped({ code: nonce, type: 'text' }, 'unique');
        to.text('">');
      }
      to.body(body);
      to.text('</style>');
    },
  };
};
