export { isLink } from '../../engine/language/addresses.ts';

/** Longest address of a link, UTF-16 code units. */
export const LINK_UNITS = 2000;

/** How many addresses one question about their targets may have, and how long each is at most, UTF-16 code units: no text of a site has a longer path. */
export const TARGET_LIMITS = { addresses: 100, units: 300 } as const;
