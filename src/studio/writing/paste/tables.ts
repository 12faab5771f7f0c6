import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';
import { type Block, type Cell, isAllBold, type TableBlock, withoutBold } from './blocks.ts';
import { withoutHeadings } from './lists.ts';
import { attributeOf } from './styles.ts';

type Element = DefaultTreeAdapterTypes.Element;

/** Most columns and rows of one cell. Spreadsheets give a cell all the columns that they have. */
const SPAN = 100;

/** A part of a table, as it is written. */
export type Part =
  | { readonly kind: 'row'; readonly row: Element; readonly isHead: boolean }
  | { readonly kind: 'caption'; readonly element: Element }
  | { readonly kind: 'comment'; readonly data: string };

/** The rows, captions and comments of a table, without those of tables in it. */
export function partsOf(table: Element, isHead = false): Part[] {
  return table.childNodes.flatMap((child): Part[] => {
    if (defaultTreeAdapter.isCommentNode(child)) return [{ kind: 'comment', data: child.data }];
    if (!defaultTreeAdapter.isElementNode(child)) return [];
    if (child.tagName === 'tr') return [{ kind: 'row', row: child, isHead }];
    if (child.tagName === 'caption') return [{ kind: 'caption', element: child }];
    return /^(?:thead|tbody|tfoot)$/.test(child.tagName) ? partsOf(child, child.tagName === 'thead') : [];
  });
}

export function spanOf(cell: Element, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(attributeOf(cell, name), 10);
  return span > 1 ? Math.min(span, SPAN) : 1;
}

/** What mails and old pages say of the tables that only put things beside each other. */
function isLaidOut(table: Element): boolean {
  if (Number.parseInt(attributeOf(table, 'border'), 10) > 0) return false;
  return ['cellpadding', 'cellspacing', 'bgcolor', 'width', 'align', 'height'].some(
    (name) => attributeOf(table, name) !== '',
  );
}

const isHeavy = ({ blocks }: Cell): boolean => blocks.length > 1 || blocks.some(({ kind }) => kind !== 'text');

/** Whether a table only puts things beside each other. `holdsTables`: whether others stand in its cells. */
export function isLayout(table: Element, rows: readonly (readonly Cell[])[], holdsTables: boolean): boolean {
  const cells = rows.flat();
  if (cells.length <= 1 || /^(?:presentation|none)$/.test(attributeOf(table, 'role'))) return true;
  if (cells.some(({ isHeader }) => isHeader)) return false;
  const isColumn = rows.every((row) => row.length <= 1);
  if (holdsTables) return isColumn || rows.length === 1 || isLaidOut(table);
  if (!isLaidOut(table)) return false;
  return isColumn || (rows.length === 1 && cells.some(isHeavy));
}

/** What a cell may hold: no heading, no other table. */
function cellBlocks(blocks: readonly Block[]): Block[] {
  return withoutHeadings(
    blocks.flatMap((block) =>
      block.kind === 'table' ? block.rows.flat().flatMap((cell) => cellBlocks(cell.blocks)) : [block],
    ),
  );
}

const isBoldCell = ({ blocks }: Cell): boolean =>
  blocks.every((block) => block.kind === 'text' && isAllBold(block.runs));

/** Whether the first row names the columns: it alone is bold. */
function isHeaderRow(row: readonly Cell[], next: readonly Cell[] | undefined): boolean {
  if (!next || row.some(({ isHeader }) => isHeader)) return false;
  const written = row.filter(({ blocks }) => blocks.length > 0);
  return written.length > 1 && written.every(isBoldCell) && !next.every(isBoldCell);
}

const plainBlock = (block: Block): Block =>
  block.kind === 'text' && isAllBold(block.runs) ? { ...block, runs: withoutBold(block.runs) } : block;

/** A table of what rows and columns say something; undefined for an empty one. */
export function tableOf(read: readonly (readonly Cell[])[]): TableBlock | undefined {
  const rows = read
    .filter((row) => row.length > 0)
    .map((row, index, all) =>
      row.map((cell) => ({
        ...cell,
        blocks: cellBlocks(cell.blocks),
        rowspan: Math.min(cell.rowspan, all.length - index),
      })),
    );
  if (rows.every((row) => row.every(({ blocks }) => blocks.length === 0))) return undefined;
  const [first, second] = rows;
  const hasHeader = first !== undefined && isHeaderRow(first, second);
  return {
    kind: 'table',
    rows: rows.map((row, index) =>
      row.map((cell) => {
        const isHeader = cell.isHeader || (hasHeader && index === 0);
        return isHeader ? { ...cell, isHeader, blocks: cell.blocks.map(plainBlock) } : cell;
      }),
    ),
  };
}
