const LONGEST_UNITS = 2_048;
/** A host name that does not exist: a URL that leaves it leads to another host. */
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
