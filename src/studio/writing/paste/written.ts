import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, serialize } from 'parse5';
import { type Block, BREAK, type Cell, type ListBlock, type Marks, type Run } from './blocks.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Attributes = Readonly<Record<string, string | number | undefined>>;

const adapter = defaultTreeAdapter;

function put(parent: ParentNode, tagName: string, attributes: Attributes = {}): Element {
  const attrs = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: `${value}` }],
  );
  const element = adapter.createElement(tagName, html.NS.HTML, attrs);
  adapter.appendChild(parent, element);
  return element;
}

/** The elements of marks, the outermost first: what stands first is written once for texts beside each other. */
function elementsOf({ href, strong, em, u, s, script, code }: Marks): string[] {
  return [
    ...(href === '' ? [] : [`a ${href}`]),
    ...(strong ? ['strong'] : []),
    ...(em ? ['em'] : []),
    ...(u ? ['u'] : []),
    ...(s ? ['s'] : []),
    ...(script === '' ? [] : [script]),
    ...(code ? ['code'] : []),
  ];
}

function putRuns(parent: ParentNode, runs: readonly Run[]): void {
  let open: { readonly name: string; readonly element: Element }[] = [];
  for (const { text, marks } of runs) {
    const names = elementsOf(marks);
    const different = names.findIndex((name, index) => open[index]?.name !== name);
    open = open.slice(0, different === -1 ? names.length : different);
    for (const name of names.slice(open.length)) {
      const within = open.at(-1)?.element ?? parent;
      const element = name.startsWith('a ') ? put(within, 'a', { href: name.slice(2) }) : put(within, name);
      open.push({ name, element });
    }
    const within = open.at(-1)?.element ?? parent;
    if (text === BREAK) put(within, 'br');
    else adapter.insertText(within, text);
  }
}

const isOneParagraph = (blocks: readonly Block[]): boolean =>
  blocks.filter(({ kind }) => kind === 'text').length === 1 && blocks[0]?.kind === 'text';

/** What an item or a cell has: a paragraph that has no other beside it is written as text alone. */
function putContent(parent: ParentNode, blocks: readonly Block[]): void {
  const [first, ...others] = blocks;
  if (first?.kind === 'text' && isOneParagraph(blocks) && others.every(({ kind }) => kind === 'list')) {
    putRuns(parent, first.runs);
    putBlocks(parent, others);
  } else putBlocks(parent, blocks);
}

function putList(parent: ParentNode, { ordered, start, items }: ListBlock): void {
  const list = put(parent, ordered ? 'ol' : 'ul', { start: ordered && start !== 1 ? start : undefined });
  for (const item of items) putContent(put(list, 'li'), item);
}

function putCell(row: ParentNode, { isHeader, colspan, rowspan, blocks }: Cell): void {
  const cell = put(row, isHeader ? 'th' : 'td', {
    colspan: colspan > 1 ? colspan : undefined,
    rowspan: rowspan > 1 ? rowspan : undefined,
  });
  putContent(cell, blocks);
}

function putBlock(parent: ParentNode, block: Block): void {
  if (block.kind === 'text') putRuns(put(parent, block.level === 0 ? 'p' : `h${block.level}`), block.runs);
  else if (block.kind === 'list') putList(parent, block);
  else if (block.kind === 'quote') putBlocks(put(parent, 'blockquote'), block.blocks);
  else if (block.kind === 'rule') put(parent, 'hr');
  else if (block.kind === 'code') adapter.insertText(put(put(parent, 'pre'), 'code'), block.text);
  else if (block.kind === 'picture') {
    const figure = put(parent, 'figure');
    put(figure, 'img', { src: block.src, alt: block.alt });
    if (block.caption !== '') adapter.insertText(put(figure, 'figcaption'), block.caption);
  } else if (block.kind === 'table') {
    const body = put(put(parent, 'table'), 'tbody');
    for (const row of block.rows) {
      const line = put(body, 'tr');
      for (const cell of row) putCell(line, cell);
    }
  }
}

function putBlocks(parent: ParentNode, blocks: readonly Block[]): void {
  for (const block of blocks) putBlock(parent, block);
}

/** Blocks as HTML. */
export function written(blocks: readonly Block[]): string {
  const fragment = adapter.createDocumentFragment();
  for (const block of blocks) putBlock(fragment, block);
  return serialize(fragment);
}
