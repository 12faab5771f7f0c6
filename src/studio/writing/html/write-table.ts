import type { Node } from '@tiptap/pm/model';
import { deeper, element, type Line, writeLines } from './write-elements.ts';
import { writeAttributes } from './write-text.ts';

const SECTIONS = ['thead', 'tbody', 'tfoot'];

/**
 * A table with its rows in `thead`, `tbody` and `tfoot`, each once and in this order.
 * @param contentOf writes what stands in a cell.
 */
export function writeTable(table: Node, line: Line, contentOf: (cell: Node, line: Line) => string): string {
  const inSection = deeper(line);
  const inRow = deeper(inSection);
  const sections: { tag: string; rows: string[] }[] = [];
  for (const [index, row] of table.children.entries()) {
    const tag = sectionOf(row, index, table, sections.at(-1)?.tag);
    if (sections.at(-1)?.tag !== tag) sections.push({ tag, rows: [] });
    const cells = row.children.map((cell) => writeTableCell(cell, contentOf(cell, deeper(inRow))));
    sections.at(-1)?.rows.push(element('tr', row.attrs.kept, writeLines(cells, inRow)));
  }
  const parts = sections.map(({ tag, rows }) => element(tag, null, writeLines(rows, inSection)));
  return element('table', table.attrs.kept, writeLines(parts, line));
}

/** A new row belongs to the rows before it, a first row of headings to `thead`. */
function sectionOf(row: Node, index: number, table: Node, before: string | undefined): string {
  const isHeading =
    index === 0 && table.childCount > 1 && row.children.every((cell) => cell.type.name === 'tableHeader');
  const own = SECTIONS.indexOf(row.attrs.section ?? (isHeading ? 'thead' : 'tbody'));
  return SECTIONS[Math.max(own, SECTIONS.indexOf(before ?? 'thead'))] ?? 'tbody';
}

function writeTableCell(cell: Node, content: string): string {
  const { colspan, rowspan, kept } = cell.attrs;
  const tag = cell.type.name === 'tableHeader' ? 'th' : 'td';
  const spans = { colspan: colspan > 1 ? colspan : null, rowspan: rowspan > 1 ? rowspan : null };
  return `<${tag}${writeAttributes(spans, kept)}>${content}</${tag}>`;
}
