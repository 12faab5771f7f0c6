const LONGEST_UNITS = 2_048;
/** No host has this name: whatever leaves it would lead elsewhere. */
const HERE = 'http://ici.invalid';

/**
 * Where a visitor is led who said to come from there: an address of the same site, the home page for anything else.
 * @param said a path, perhaps with a query, as far as it can be believed
 */
export function wayBack(said: unknown): string {
  if (typeof said !== 'string' || said.length > LONGEST_UNITS || !said.startsWith('/')) return '/';
  const url = URL.parse(said, HERE);
  const path = url?.origin === HERE ? url.pathname + url.search : '/';
  // `/.//elsewhere` has lost its dot by now.
  return path.startsWith('//') ? '/' : path;
}
