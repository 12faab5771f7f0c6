/** Lines in one piece: a browser lays out only the pieces that are looked at, because all of a long file would take seconds. */
const PIECE_LINES = 200;
/** Height of a line, rem; the style sheet has the same. */
const LINE_REM = 1.3125;

/** The text of a file, to be read and copied. */
export function FileText({ path, text }: { readonly path: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section class="file-text" aria-label={`Contenu de ${path}`} tabIndex={0}>
      {piecesOf(text).map(({ lines, height }, index) => (
        <pre key={index} style={{ containIntrinsicHeight: `${height * LINE_REM}rem` }}>
          {lines}
        </pre>
      ))}
    </section>
  );
}

/** Pure. */
function piecesOf(text: string): readonly { readonly lines: string; readonly height: number }[] {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const pieces = [];
  for (let from = 0; from < lines.length; from += PIECE_LINES) {
    const some = lines.slice(from, from + PIECE_LINES);
    pieces.push({ lines: some.join(''), height: some.length });
  }
  return pieces;
}
