/** Longest address of a link, UTF-16 code units. */
export const LINK_UNITS = 2000;

/** Browsers leave control characters out of an address before they look for its scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL_OR_BORDER_SPACE = /[\u0000-\u001f\u007f]|^\s|\s$/;

const ADMITTED_SCHEME = /^(?:https?|mailto|tel):/i;

/** A colon before the path ends would make a scheme, and `&` could write a colon or a letter of one in HTML. */
const WITHOUT_SCHEME = /^[^:&/?#]*(?:[/?#]|$)/;

/**
 * Whether an address is allowed in a link: of the schemes http, https, mailto and tel, or without a scheme (a path, an anchor, a
 * relative address), never one that runs a script.
 */
export const isLink = (url: string): boolean =>
  !CONTROL_OR_BORDER_SPACE.test(url) && (ADMITTED_SCHEME.test(url) || WITHOUT_SCHEME.test(url));
