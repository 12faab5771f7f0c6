/** A file whose lines all end alike keeps that line end; in other files a carriage return is an ordinary character. */
export const separatorOf = (text: string): '\r\n' | '\n' =>
  /\r\n/.test(text) && !/[^\r]\n|^\n/.test(text) ? '\r\n' : '\n';

/** A text as it is edited: its lines end with a line feed alone. */
export const asEdited = (text: string): string => (separatorOf(text) === '\n' ? text : text.replaceAll('\r\n', '\n'));

/** A place in a text as it is edited. @returns line and column, 1-based */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - start + 1 };
}
