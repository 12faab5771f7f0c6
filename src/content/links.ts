export { isLink } from '../../engine/language/addresses.ts';

/** Longest address of a link, UTF-16 code units. */
export const LINK_UNITS = 2000;
