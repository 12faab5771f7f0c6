const LONGEST_UNITS = 2_048;
/** A host that does not exist: an address that resolves to another one leads away from the site. */
const HERE = 'http://ici.invalid';

/**
 * The address to send a visitor back to: the given one if it is on the same site, else the home page.
 * @param said the path and query that the request gives; not trusted
 */
export function wayBack(said: unknown): string {
  if (typeof said !== 'string' || said.length > LONGEST_UNITS || !said.startsWith('/')) return '/';
  const url = URL.parse(said, HERE);
  const path = url?.origin === HERE ? url.pathname + url.search : '/';
  // The URL parser has turned `/.//elsewhere` into `//elsewhere`.
  return path.startsWith('//') ? '/' : path;
}
