/** A place in a file, both 1-based; a column counts UTF-16 code units. */
export interface Position {
  readonly ligne: number;
  readonly colonne: number;
}

/** As the Liquid analyser counts: a lone carriage return ends no line. */
const LINE_BREAK = /\n/g;

/** The place of an offset (UTF-16 code units from the start of the file). */
export function positionAt(source: string, offset: number): Position {
  let ligne = 1;
  let lineStart = 0;
  for (const match of source.slice(0, offset).matchAll(LINE_BREAK)) {
    ligne++;
    lineStart = match.index + match[0].length;
  }
  return { ligne, colonne: offset - lineStart + 1 };
}
