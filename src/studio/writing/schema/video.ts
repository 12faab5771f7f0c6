import { Node } from '@tiptap/core';
import { videoSource } from '../../../../engine/language/addresses.ts';
import { unseen } from './block-attributes.ts';

/**
 * A player of another host in a frame: the studio shows its address and never loads the frame. `form` says how it is written: as an `iframe`, or as one alone
 * in a `p` or a `figure`; `kept` are attributes of the outer element, `frameKept` those of the frame.
 */
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
    form: unseen('iframe'),
    kept: unseen(),
    frameKept: unseen(),
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
