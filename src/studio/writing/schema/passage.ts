import { Mark } from '@tiptap/core';
import { unseen } from './block-attributes.ts';

/** Elements within a line that do nothing by themselves. The toolbar does not make them; texts that were written by hand have them. */
export const PASSAGES: ReadonlySet<string> = new Set(
  'span small mark abbr cite q kbd samp var time dfn ins data big tt'.split(' '),
);

/** A passage in an element that the editor has no button for; `tag` is its name, `kept` its attributes. */
export const Passage = Mark.create({
  name: 'passage',
  // One passage may stand in another.
  excludes: '',
  addAttributes: () => ({ tag: unseen('span'), kept: unseen() }),
  renderHTML: ({ mark }) => [PASSAGES.has(mark.attrs.tag) ? mark.attrs.tag : 'span', 0],
});
