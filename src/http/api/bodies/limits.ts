/** Longest body of a route, bytes (docs/decisions/long-bodies.md). */
export const BODY_BYTES = 4 * 1024 * 1024;
/** Longest body that is parsed and checked at once, bytes: at worst a few milliseconds. */
export const SHORT_BODY_BYTES = 64 * 1024;
