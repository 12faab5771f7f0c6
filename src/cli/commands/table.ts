import { visible } from '../terminal.ts';

/** Lines of a table whose columns are as wide as their longest cell. @param rows the headings first */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** In the time zone of the reader. */
export function localTime(instant: string): string {
  const time = new Date(instant);
  return Number.isNaN(time.getTime())
    ? visible(instant)
    : time.toLocaleString('fr', { dateStyle: 'short', timeStyle: 'short' });
}
