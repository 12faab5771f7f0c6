/** Browsers leave control characters out of an address before they look for its scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_OR_BORDER_SPACE = /[\u0000-\u001f\u007f]|^\s|\s$/;

const ADMITTED_SCHEME = /^(?:https?|mailto|tel):/i;

/** A colon before the path ends would make a scheme, and `&` could write a colon or a letter of one in HTML. */
const WITHOUT_SCHEME = /^[^:&/?#]*(?:[/?#]|$)/;

/** A `data:` picture runs no script when it is shown as an image. */
const PICTURE = /^data:image\//i;

/**
 * Whether an address is allowed in a link: the rule of src/content/links.ts, which the engine may not import; a test holds the
 * two together.
 */
export const isLink = (url: string): boolean =>
  !CONTROL_OR_BORDER_SPACE.test(url) && (ADMITTED_SCHEME.test(url) || WITHOUT_SCHEME.test(url));

/** Whether an address may be that of an image. */
export const isImageAddress = (url: string): boolean =>
  isLink(url) || (PICTURE.test(url) && !CONTROL_OR_BORDER_SPACE.test(url));
