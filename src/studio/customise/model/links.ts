/** Addresses that settings may hold. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
const ADMITTED_SCHEME = /^(?:https?|mailto|tel):/i;
const WITHOUT_SCHEME = /^[^:&/?#]*(?:[/?#]|$)/;
const PICTURE = /^data:image\//i;

/** Whether templates get an address as a link: the rule of engine/theme/link.ts, which browsers cannot load; a test compares both. */
export const isLink = (address: string): boolean =>
  !CONTROL.test(address) && (ADMITTED_SCHEME.test(address) || WITHOUT_SCHEME.test(address));

export const isImageAddress = (address: string): boolean =>
  isLink(address) || (PICTURE.test(address) && !CONTROL.test(address));

/** What a person most likely meant by a text that is no whole address yet; null when it is one. */
export function meantAddress(address: string): string | null {
  if (/^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i.test(address)) return `mailto:${address}`;
  if (/^\+?\d[\d .-]{7,}$/.test(address)) return `tel:${address.replace(/[ .-]/g, '')}`;
  if (/^(?:[a-z0-9-]+\.)+(?:fr|com|org|net|eu|be|ch|ca|io|co|info)(?:\/\S*)?$/i.test(address))
    return `https://${address}`;
  return null;
}

const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/)|youtu\.be\/)[\w-]{6,20}(?:[?&#/]|$)/i;
const VIMEO = /^https?:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/)?\d{1,15}(?:[?#/]|$)/i;

/** The host of a video that themes can embed (engine/theme/video.ts). */
export const videoHost = (address: string): 'YouTube' | 'Vimeo' | null =>
  YOUTUBE.test(address) ? 'YouTube' : VIMEO.test(address) ? 'Vimeo' : null;
