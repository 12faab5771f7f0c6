import { Node } from '@tiptap/core';
import { isImageAddress } from '../../../../engine/language/addresses.ts';
import { unseen } from './block-attributes.ts';

/** Where the library of the site serves its pictures; a picture without an address of a host comes from there. */
const OF_THE_SITE = /^(?:\/medias\/|data:image\/)/i;

/** Whether the studio may load a picture: those of other hosts would learn who reads the text, and when. */
export const isShownInStudio = (src: string): boolean => OF_THE_SITE.test(src) && isImageAddress(src);

/**
 * A picture that stands alone, with an optional description (`alt`, null where none is written), a width as it is written, and a caption. `form` says how it
 * is written: in a `figure`, as an `img`, or as an `img` alone in a `p`; `kept` are attributes of the outer element, `imageKept` those of the `img`.
 */
export const Picture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: unseen(''),
    alt: unseen(),
    width: unseen(),
    caption: unseen(''),
    form: unseen('figure'),
    kept: unseen(),
    imageKept: unseen(),
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: (element) => pictureOf(element.querySelector('img'), element.querySelector('figcaption')),
    },
    { tag: 'img', getAttrs: (element) => pictureOf(element, null) },
  ],
  renderHTML({ node }) {
    const { src, alt, width, caption } = node.attrs;
    const address = isShownInStudio(src) ? { src } : { 'data-src': src };
    const image = ['img', { ...address, alt: alt ?? '', ...(/^\d+$/.test(width ?? '') ? { width } : {}) }] as const;
    return caption ? ['figure', image, ['figcaption', caption]] : ['figure', image];
  },
});

/** The attributes of a pasted picture; false where the element is none, or has an address that no image may have. */
function pictureOf(image: Element | null, caption: Element | null): Record<string, unknown> | false {
  const src = image?.getAttribute('data-src') ?? image?.getAttribute('src') ?? '';
  if (!image || src === '' || !isImageAddress(src)) return false;
  const width = image.getAttribute('width');
  return {
    src,
    alt: image.getAttribute('alt'),
    width: width && /^\d{1,5}$/.test(width) ? width : null,
    caption: caption?.textContent?.trim() ?? '',
  };
}
