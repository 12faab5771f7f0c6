/**
 * Reads `Cookie` headers pair by pair. The package `cookie` returns one decoded value for each name, and ignores cookies without a
 * name.
 */

/** The values that a `Cookie` header has under this name, in its order. */
export function cookieValues(header: string | undefined, name: string): string[] {
  const start = `${name}=`;
  return pairsOf(header)
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}

/** A `Cookie` header without the cookies of these names; undefined when nothing is left of it. */
export function withoutCookies(header: string | undefined, names: readonly string[]): string | undefined {
  return (
    pairsOf(header)
      .filter((pair) => !isNamedBy(pair, names))
      .join('; ') || undefined
  );
}

/**
 * Whether a cookie, `name=value`, bears one of these names. A browser sends one that was set without a name as its bare value,
 * which may look like any name.
 */
export const isNamedBy = (pair: string, names: readonly string[]): boolean =>
  names.includes(
    pair
      .replace(/^[\s=]+/, '')
      .split('=', 1)[0]
      ?.trim() ?? '',
  );

const pairsOf = (header: string | undefined): string[] =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '');
