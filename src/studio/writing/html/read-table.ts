import type { JSONContent } from '@tiptap/core';
import { beyond } from './beyond.ts';
import type { Block } from './block.ts';
import { type HtmlElement, isElement, isSpace, isText } from './fragment.ts';
import { keptOf, readAttributes, withoutAttributes } from './read-attributes.ts';

const SECTIONS = ['thead', 'tbody', 'tfoot'];
const SPAN = /^[1-9]\d{0,2}$/;

/** Most fields of the grid of a table. */
const LARGEST = 100_000;

/**
 * A table whose rows have cells for all columns, none above another: TipTap would add the others when the text is opened.
 * @param blocksOf reads what stands in a cell.
 * @throws BEYOND for any other table, and where something of it would be lost.
 */
export function readTable(table: HtmlElement, blocksOf: (cell: HtmlElement) => JSONContent[]): Block {
  const kept = keptOf(table);
  const rows: JSONContent[] = [];
  let place = -1;
  for (const section of childrenOf(table)) {
    const at = SECTIONS.indexOf(section.tagName);
    if (at <= place) beyond();
    place = at;
    withoutAttributes(section);
    const own = childrenOf(section).map((row) => readRow(row, section.tagName, blocksOf));
    if (own.length === 0) beyond();
    rows.push(...own);
  }
  if (rows.length === 0 || !isGrid(rows)) beyond();
  return { type: 'table', ...(kept ? { attrs: { kept } } : {}), content: rows };
}

/** The elements in one; anything else than white space between them would be lost. */
function childrenOf(element: HtmlElement): HtmlElement[] {
  return element.childNodes
    .filter((child) => !(isText(child) && isSpace(child.value)))
    .map((child) => (isElement(child) ? child : beyond()));
}

function readRow(row: HtmlElement, section: string, blocksOf: (cell: HtmlElement) => JSONContent[]): JSONContent {
  if (row.tagName !== 'tr') beyond();
  const content = childrenOf(row).map((cell) => {
    if (cell.tagName !== 'td' && cell.tagName !== 'th') beyond();
    const { own, kept } = readAttributes(cell, 'colspan', 'rowspan');
    const attrs = { colspan: spanOf(own.colspan), rowspan: spanOf(own.rowspan), kept };
    return { type: cell.tagName === 'th' ? 'tableHeader' : 'tableCell', attrs, content: blocksOf(cell) };
  });
  if (content.length === 0) beyond();
  return { type: 'tableRow', attrs: { section, kept: keptOf(row) }, content };
}

function spanOf(written: string | undefined): number {
  if (written === undefined) return 1;
  return SPAN.test(written) ? Number(written) : beyond();
}

/** Whether the cells fill a grid, each field once. */
function isGrid(rows: readonly JSONContent[]): boolean {
  // How many rows, this one included, the cell of each column still takes.
  let taken: number[] = [];
  let width: number | undefined;
  let fields = 0;
  for (const [index, { content = [] }] of rows.entries()) {
    let column = 0;
    const skip = () => {
      while ((taken[column] ?? 0) > 0) column++;
    };
    for (const { attrs } of content) {
      skip();
      const { colspan, rowspan } = attrs as { colspan: number; rowspan: number };
      fields += colspan;
      if (fields > LARGEST || index + rowspan > rows.length) return false;
      for (const end = column + colspan; column < end; column++) {
        if ((taken[column] ?? 0) > 0) return false;
        taken[column] = rowspan;
      }
    }
    skip();
    width ??= column;
    if (column !== width || taken.length !== width) return false;
    taken = taken.map((left) => left - 1);
  }
  return true;
}
