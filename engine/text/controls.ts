/** The first of the symbols that Unicode has for control characters, in their order. */
const FIRST_SYMBOL = 0x2400;
const DELETION = { code: 0x7f, symbol: '␡' } as const;
/** Stands for controls that have no symbol: those of terminals from U+0080 to U+009F. */
const ESCAPE = '␛';

function symbolOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code === DELETION.code) return DELETION.symbol;
  return code < DELETION.code ? String.fromCharCode(FIRST_SYMBOL + code) : ESCAPE;
}

/** A text whose control characters are seen, each by its symbol: a carriage return is `␍`. */
export const controlsShown = (text: string): string => text.replace(/\p{Cc}/gu, symbolOf);

/** The same for a text of several lines: line feeds and tabs stay. */
export const controlsShownInLines = (text: string): string => text.replace(/[^\n\t]+/g, controlsShown);
