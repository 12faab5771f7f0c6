import { Node } from '@tiptap/core';
import { unseen } from './block-attributes.ts';

/**
 * A part of a text that the editor cannot show without losing something: its HTML, which is shown as it is written and never becomes an element of the studio.
 * There is no rule that reads one from a DOM: a page that somebody copies from could forge a part that runs a script on the site.
 */
export const HtmlBlock = Node.create({
  name: 'htmlBlock',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ html: unseen('') }),
  renderHTML: ({ node }) => ['pre', ['code', node.attrs.html]],
});
