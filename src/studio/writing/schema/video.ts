import { Node } from '@tiptap/core';
import { videoSource } from '../../../../engine/language/addresses.ts';
import { unseen } from './block-attributes.ts';

/** A player of another host in a frame. The studio shows its address and never loads the frame. */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: unseen(''),
    title: unseen(),
    width: unseen(),
    height: unseen(),
    kept: unseen(),
  }),
  parseHTML: () => [
    { tag: 'iframe[src]', getAttrs: (element) => videoOf(element.getAttribute('src'), element.getAttribute('title')) },
    {
      tag: 'div[data-video]',
      getAttrs: (element) => videoOf(element.getAttribute('data-video'), element.title || null),
    },
  ],
  renderHTML({ node }) {
    const { src, title } = node.attrs;
    return ['div', { 'data-video': src, ...(title ? { title } : {}) }, src];
  },
});

const videoOf = (src: string | null, title: string | null) => (src && videoSource(src) ? { src, title } : false);
