import { isImageAddress, videoSource } from '../../../../engine/language/addresses.ts';
import type { Kept } from '../schema/kept-attributes.ts';
import { beyond } from './beyond.ts';
import type { Block } from './block.ts';
import { type HtmlElement, isElement, isSpace, isText } from './fragment.ts';
import { keptOf, readAttributes, withoutAttributes } from './read-attributes.ts';

/**
 * A picture.
 * @param form the elements that it is written with.
 * @param kept attributes of the element around the image.
 * @throws BEYOND where something of the image would be lost.
 */
export function readImage(image: HtmlElement, form: 'img' | 'p' | 'figure', kept: Kept | null): Block {
  const { own, kept: imageKept } = readAttributes(image, 'src', 'alt', 'width');
  if (!own.src || !isImageAddress(own.src)) beyond();
  const attrs = { src: own.src, alt: own.alt ?? null, width: own.width ?? null, form, kept, imageKept };
  return { type: 'picture', attrs };
}

/** A picture or a video in a `figure`; a picture may have a caption of plain text. */
export function readFigure(figure: HtmlElement): Block {
  const [media, captionElement, third] = figure.childNodes.filter((child) => !(isText(child) && isSpace(child.value)));
  if (!media || third || !isElement(media)) beyond();
  const kept = keptOf(figure);
  if (media.tagName === 'iframe' && !captionElement) return readFrame(media, 'figure', kept);
  if (media.tagName !== 'img') beyond();
  const picture = readImage(media, 'figure', kept);
  return captionElement
    ? { ...picture, attrs: { ...picture.attrs, caption: captionOf(captionElement as HtmlElement) } }
    : picture;
}

const SPACE_RUN = /[ \t\n\f\r]+/g;

function captionOf(element: HtmlElement): string {
  if (!isElement(element) || element.tagName !== 'figcaption') beyond();
  withoutAttributes(element);
  const [text, second] = element.childNodes;
  if (!text || second || !isText(text)) beyond();
  const caption = text.value.replace(SPACE_RUN, ' ').trim();
  return caption === '' ? beyond() : caption;
}

/**
 * A video: the frame of a player that the product knows.
 * @throws BEYOND for any other frame.
 */
export function readFrame(frame: HtmlElement, form: 'iframe' | 'p' | 'figure', kept: Kept | null): Block {
  const { own, kept: frameKept } = readAttributes(frame, 'src', 'title', 'width', 'height');
  if (!own.src || !videoSource(own.src)) beyond();
  if (frame.childNodes.length > 0) beyond();
  const { src, title = null, width = null, height = null } = own;
  return { type: 'video', attrs: { src, title, width, height, form, kept, frameKept } };
}
