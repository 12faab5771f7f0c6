/** Browsers leave control characters out of an address before they look for its scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_OR_BORDER_SPACE = /[\u0000-\u001f\u007f]|^\s|\s$/;

const ADMITTED_SCHEME = /^(?:https?|mailto|tel):/i;

/** A colon before the path ends would make a scheme, and `&` could write a colon or a letter of one in HTML. */
const WITHOUT_SCHEME = /^[^:&/?#]*(?:[/?#]|$)/;

/** A `data:` picture runs no script when it is shown as an image. */
const PICTURE = /^data:image\//i;

/**
 * Whether an address is allowed in a link: of the schemes http, https, mailto and tel, or without a scheme (a path, an anchor, a
 * relative address), never one that runs a script.
 */
export const isLink = (url: string): boolean =>
  !CONTROL_OR_BORDER_SPACE.test(url) && (ADMITTED_SCHEME.test(url) || WITHOUT_SCHEME.test(url));

/** Whether an address may be that of an image. */
export const isImageAddress = (url: string): boolean =>
  isLink(url) || (PICTURE.test(url) && !CONTROL_OR_BORDER_SPACE.test(url));

const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)([\w-]{6,20})(?:[?&#/]|$)/i;
const VIMEO = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/)?(\d{1,15})(?:[?#/]|$)/i;

/** Which video of which host an address is that of; undefined for addresses of other hosts. */
export function videoSource(url: string): { readonly type: 'youtube' | 'vimeo'; readonly id: string } | undefined {
  const youtube = YOUTUBE.exec(url)?.[1];
  if (youtube !== undefined) return { type: 'youtube', id: youtube };
  const vimeo = VIMEO.exec(url)?.[1];
  return vimeo === undefined ? undefined : { type: 'vimeo', id: vimeo };
}
