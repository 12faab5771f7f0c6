import { ROWS_SHOWN, type Row } from '../compare-blocks.ts';

/** What differs between two texts, as words: what was taken away since, and what was added. */
export const Difference = ({ rows }: { readonly rows: readonly Row[] }) => (
  <div class="difference">
    {rows.slice(0, ROWS_SHOWN).map((row, at) => (
      <RowWords key={at} row={row} />
    ))}
    {rows.length > ROWS_SHOWN && <p class="soft">La suite diffère aussi.</p>}
  </div>
);

function RowWords({ row }: { readonly row: Row }) {
  if (row.kind === 'same') {
    return <p class="soft">{row.count > 1 ? `… ${row.count} passages identiques` : '… un passage identique'}</p>;
  }
  if (row.kind === 'added' || row.kind === 'removed') {
    return <p>{row.kind === 'added' ? <ins>{row.words}</ins> : <del>{row.words}</del>}</p>;
  }
  if (row.kind === 'form') {
    return (
      <p>
        <span class="badge">Mise en forme</span> {row.words}
      </p>
    );
  }
  return (
    <p>
      {row.pieces.map(({ kind, words }, at) => {
        if (kind === 'same') return <span key={at}>{words}</span>;
        return kind === 'added' ? <ins key={at}>{words}</ins> : <del key={at}>{words}</del>;
      })}
    </p>
  );
}
