import { joined, type Place, placeOfTarget, queryOf } from './redirect-addresses.ts';

/** A redirect as it is stored. */
export interface Redirect {
  readonly de: string;
  /** Null where the page is gone. */
  readonly vers: string | null;
  readonly dessous: boolean;
}

/** A row that may answer for a place. */
export interface Candidate {
  readonly de: string;
  /** What the place has beneath the row; empty where the row is of the place itself. */
  readonly beneath: string;
  /** Whether the query of the place goes on to the target: not where the row has the query itself. */
  readonly takesQuery: boolean;
}

/** A blog, with the address of one of its articles, or with its feed. */
export const IN_BLOG = /^(\/blog\/[^/]+?)(\/.+|\.atom)$/;

/** The rows that may answer for a place, the first before the others (docs/redirects.md, How addresses are compared). */
export function candidatesAt(place: Place): Candidate[] {
  const { path } = place;
  const [, blog, beneath = ''] = IN_BLOG.exec(path) ?? [];
  return [
    ...(place.query === '' ? [] : [{ de: joined(place), beneath: '', takesQuery: false }]),
    { de: path, beneath: '', takesQuery: true },
    ...(blog === undefined ? [] : [{ de: blog, beneath, takesQuery: true }]),
  ];
}

/** Whether a row answers where a candidate asks for it. */
export const answersFor = ({ dessous }: Pick<Redirect, 'dessous'>, { beneath }: Candidate): boolean =>
  beneath === '' || dessous;

/**
 * Where a row leads from a place.
 * @param target of the row
 * @param query of the place, as it was sent or written
 */
export function ledTo(target: string, { beneath, takesQuery }: Candidate, query: string): string {
  const led = target + beneath;
  if (!takesQuery || query === '' || queryOf(led) !== '') return led;
  const [address = '', ...fragment] = led.split('#');
  return [`${address}?${query}`, ...fragment].join('#');
}

/** The place of a stored target and the query that is written there; null for another site. */
export function targetPlace(target: string): { readonly place: Place; readonly query: string } | null {
  const place = placeOfTarget(target);
  return place && { place, query: queryOf(target) };
}
