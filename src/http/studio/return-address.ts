/** Longest address that one is led back to, UTF-16 code units. */
const LENGTH = 2_000;

/**
 * The address after a sign-in: one of the studio or of an invitation on this host, or none, so that a link to the login page cannot lead elsewhere.
 * @param said `suite` of an address or of a form
 * @returns the path and query, as a browser would resolve them; null for anything else
 * @example returnAddress('/studio/cles') // '/studio/cles'
 * @example returnAddress('//evil.example') // null
 */
export function returnAddress(said: unknown): string | null {
  if (typeof said !== 'string' || said.length > LENGTH || !isPlain(said) || !isOurs(said)) return null;
  const url = URL.parse(said, BASE);
  // After `..` the address may be another one.
  return url && url.origin === BASE && isOurs(url.pathname) ? url.pathname + url.search : null;
}

const BASE = 'http://vitrine.invalid';

const isOurs = (address: string): boolean => /^\/(?:studio(?:$|[/?])|invitation(?:$|\?))/.test(address);

/** Browsers read a backslash as a slash, and leave some control characters out. */
const isPlain = (address: string): boolean => !/[\\\p{Cc}]/u.test(address);
