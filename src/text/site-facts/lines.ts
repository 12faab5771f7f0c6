/** A stored value as one line of text: blanks and control characters are one space. Empty where it is no text, or longer than is shown. @param units UTF-16 code units */
export function lineOf(stored: unknown, units: number): string {
  if (typeof stored !== 'string' || stored.length > 4 * units) return '';
  const line = stored.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > units ? '' : line;
}
