/** Ruby's notion of blanks: ASCII ones and NUL. */
export const isBlankUnit = (unit: number): boolean => unit === 32 || unit === 0 || (unit >= 9 && unit <= 13);

/** Without the blanks at both ends. */
export const strip = (source: string): string => stripStart(stripEnd(source));

/** A text of nothing but blanks as Ruby's patterns know them: neither NUL nor a space that does not break is one. */
export const ONLY_BLANKS = /^[ \t\n\v\f\r]*$/;

/** Without the blanks at its start. */
export function stripStart(source: string): string {
  let start = 0;
  while (start < source.length && isBlankUnit(source.charCodeAt(start))) start++;
  return start === 0 ? source : source.slice(start);
}

/** Without the blanks at its end; walked, because a pattern anchored there would be quadratic. */
export function stripEnd(source: string): string {
  let end = source.length;
  while (end > 0 && isBlankUnit(source.charCodeAt(end - 1))) end--;
  return end === source.length ? source : source.slice(0, end);
}
