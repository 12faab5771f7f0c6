import { type DefaultTreeAdapterTypes, defaultTreeAdapter } from 'parse5';
import {
  type Block,
  BREAK,
  type Cell,
  type ItemBlock,
  isAllBold,
  type Marks,
  PLAIN,
  type Run,
  withoutBold,
  wordsOf,
} from './blocks.ts';
import { codeOf, keepsLines } from './code-text.ts';
import { BESIDE, BLOCKS, DRAWN, SKIPPED } from './elements.ts';
import { withLists } from './lists.ts';
import { marksOf } from './marks.ts';
import { Pictures } from './pictures.ts';
import { attributeOf, Classes, classesOf, isHidden, type Style } from './styles.ts';
import { isLayout, partsOf, spanOf, tableOf } from './tables.ts';
import { paragraphsOf, seenText } from './text-lines.ts';
import { withTypedItems } from './typed-items.ts';
import {
  bulletOf,
  headingLevelOf,
  isBesideText,
  isInTitleLetters,
  isInWordList,
  isMarker,
  isWordQuote,
  LEVELS,
  markerOf,
  type WordList,
  wordListOf,
} from './word.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** What stands around that which is read. */
interface Around {
  readonly marks: Marks;
  readonly keepsLines: boolean;
  /** The list that items belong to. */
  readonly list?: { readonly ordered: boolean; readonly start: number; readonly key: string; readonly level: number };
  /** The paragraph of Word's whose bullet is no text. */
  readonly word?: { marker: string; isMarker: boolean };
}

/** Blocks that were read one behind the other, and the line that is being read. */
class Column {
  readonly #blocks: Block[] = [];
  #runs: Run[] = [];
  /** Of the line that is being read: 0 for a paragraph. */
  level = 0;

  text(text: string, marks: Marks): void {
    if (text !== '') this.#runs.push({ text, marks });
  }

  block(block: Block): void {
    this.endLine();
    this.#blocks.push(block);
  }

  endLine(): void {
    const runs = this.#runs;
    this.#runs = [];
    for (const paragraph of runs.length === 0 ? [] : paragraphsOf(runs)) {
      const isHeading = this.level > 0;
      this.#blocks.push({
        kind: 'text',
        level: this.level,
        runs: isHeading && isAllBold(paragraph) ? withoutBold(paragraph) : paragraph,
      });
    }
  }

  /** Puts a block under the item before, or behind what is there. */
  belowItem(block: Block): void {
    this.endLine();
    const last = this.#blocks.at(-1);
    if (last?.kind === 'item') last.blocks.push(block);
    else this.#blocks.push(block);
  }

  /** What was read, items that are in no list yet among it. */
  read(): Block[] {
    this.endLine();
    return this.#blocks;
  }

  end(): Block[] {
    return joined(withLists(withTypedItems(this.read())));
  }
}

/** Programs that write each line of code, or each paragraph of a quote, as a block of its own mean one. */
function joined(blocks: readonly Block[]): Block[] {
  const together: Block[] = [];
  for (const block of blocks) {
    const last = together.at(-1);
    if (block.kind === 'code' && last?.kind === 'code' && !block.text.includes('\n')) {
      together[together.length - 1] = { ...last, text: `${last.text}\n${block.text}` };
    } else if (block.kind === 'quote' && block.joins && last?.kind === 'quote' && last.joins) {
      for (const one of block.blocks) last.blocks.push(one);
    } else together.push(block);
  }
  return together;
}

/** How pasted HTML is read. */
export interface Reading {
  /** Whether comments say where the copied part begins and ends. */
  readonly hasBorders: boolean;
  /** Whether lists of links are read, too. */
  readonly takesAll: boolean;
  /** Whether addresses without a host are those of a page: a word processor's are places of files. */
  readonly isOfPage: boolean;
}

/** Reads the document of pasted HTML. */
export class Reader {
  readonly pictures: Pictures;
  /** Pictures that a page had and the clipboard has not. */
  absent = 0;
  readonly #classes = new Classes();
  readonly #takesAll: boolean;
  readonly #isOfPage: boolean;
  /** Whether what is read was copied: pages give what stands around the copied part, too. */
  #isCopied: boolean;
  #lists = 0;
  #tables = 0;

  constructor({ hasBorders, takesAll, isOfPage }: Reading) {
    this.pictures = new Pictures(isOfPage);
    this.#isOfPage = isOfPage;
    this.#isCopied = !hasBorders;
    this.#takesAll = takesAll;
  }

  blocks(document: ParentNode): Block[] {
    this.#sheets(document);
    return this.#column(document, { marks: PLAIN, keepsLines: false });
  }

  #sheets(parent: ParentNode): void {
    for (const child of parent.childNodes) {
      if (!defaultTreeAdapter.isElementNode(child)) continue;
      if (child.tagName === 'style') {
        for (const text of child.childNodes) if (defaultTreeAdapter.isTextNode(text)) this.#classes.add(text.value);
      } else this.#sheets(child);
    }
  }

  #column(parent: ParentNode, around: Around): Block[] {
    const column = new Column();
    this.#read(parent, around, column);
    return column.end();
  }

  #read(parent: ParentNode, around: Around, column: Column): void {
    for (const child of parent.childNodes) {
      if (defaultTreeAdapter.isElementNode(child)) this.#element(child, around, column);
      else if (defaultTreeAdapter.isTextNode(child)) this.#text(child.value, around, column);
      else if (defaultTreeAdapter.isCommentNode(child)) this.#comment(child.data, around);
    }
  }

  #comment(data: string, around: Around): void {
    const text = data.trim();
    if (text === 'StartFragment') this.#isCopied = true;
    else if (text === 'EndFragment') this.#isCopied = false;
    else if (!around.word) return;
    else if (text.includes('!supportLists')) around.word.isMarker = true;
    else if (text.includes('endif')) around.word.isMarker = false;
  }

  #text(value: string, around: Around, column: Column): void {
    if (!this.#isCopied) return;
    if (around.word?.isMarker) {
      around.word.marker += value;
      return;
    }
    const text = seenText(around.keepsLines ? value : value.replace(/[\n\r]/g, ' '));
    for (const [index, line] of text.split(BREAK).entries()) {
      if (index > 0) column.text(BREAK, around.marks);
      column.text(line, around.marks);
    }
  }

  #element(element: Element, around: Around, column: Column): void {
    const { tagName } = element;
    if (SKIPPED.has(tagName) || (BESIDE.has(tagName) && !this.#takesAll)) {
      if (DRAWN.has(tagName)) column.text(' ', around.marks);
      else if (BLOCKS.has(tagName)) column.endLine();
      return;
    }
    const style = this.#classes.styleOf(element);
    if (isHidden(element, style) || isBesideText(element, style)) return;
    if (tagName === 'br') this.#break(element, style, around, column);
    else if (tagName === 'img') this.#picture(element, style, around, column);
    else if (tagName === 'hr') {
      if (this.#isCopied) column.block({ kind: 'rule' });
    } else if (style.has('mso-tab-count')) column.text(' ', around.marks);
    else if (isMarker(style) && around.word) around.word.marker += textOf(element);
    else this.#holder(element, style, around, column);
  }

  #break(element: Element, style: Style, around: Around, column: Column): void {
    if (!this.#isCopied || classesOf(element).includes('Apple-interchange-newline')) return;
    if (style.get('page-break-before') === 'always') column.endLine();
    else column.text(BREAK, around.marks);
  }

  #picture(element: Element, style: Style, around: Around, column: Column): void {
    if (!this.#isCopied) return;
    const picture = this.pictures.pictureOf(element, style);
    if (picture.kind === 'picture') column.block({ ...picture, caption: '' });
    else if (picture.kind === 'text') column.text(picture.text, around.marks);
    else if (picture.kind === 'absent') {
      this.absent++;
      column.text(' ', around.marks);
    }
  }

  /** An element with content. */
  #holder(element: Element, style: Style, outside: Around, column: Column): void {
    const { tagName } = element;
    const around: Around = {
      ...outside,
      marks: marksOf(element, style, outside.marks, this.#isOfPage),
      keepsLines: keepsLines(style) ?? (tagName === 'pre' ? true : outside.keepsLines),
    };
    const code = this.#isCopied ? codeOf(element, style) : undefined;
    if (code !== undefined) {
      if (code !== '') column.block({ kind: 'code', text: code });
      else column.endLine();
    } else if (/^(?:ul|ol|menu|dir)$/.test(tagName)) this.#list(element, around, column);
    else if (tagName === 'li') this.#item(element, around, column);
    else if (tagName === 'table') this.#table(element, around, column);
    else if (tagName === 'figure') this.#figure(element, around, column);
    else if (tagName === 'blockquote' ? !isIndent(element, style) : isWordQuote(element)) {
      column.endLine();
      const blocks = this.#column(element, around);
      if (blocks.length > 0)
        column.block({ kind: 'quote', blocks, joins: tagName !== 'blockquote' || isBare(element) });
    } else if (isBlock(element, style)) this.#block(element, style, around, column);
    else {
      const [before, after] = BESIDE_INLINE[tagName] ?? NOTHING;
      column.text(before, around.marks);
      this.#read(element, around, column);
      // LibreOffice puts the number of a note at its text.
      column.text(/^sd(?:foot|end)notesym$/.test(attributeOf(element, 'class')) ? ' ' : after, around.marks);
    }
  }

  #block(element: Element, style: Style, around: Around, column: Column): void {
    column.endLine();
    const level =
      headingLevelOf(element, style) ||
      (element.tagName === 'p' && isInTitleLetters(element, (inner) => this.#classes.styleOf(inner)) ? 1 : 0);
    const list = level === 0 ? wordListOf(style) : undefined;
    if (list || (level === 0 && element.tagName === 'p' && isInWordList(element, style))) {
      this.#wordItem(element, list, around, column);
      return;
    }
    const outer = column.level;
    column.level = level || outer;
    this.#read(
      element,
      element.tagName === 'dt' ? { ...around, marks: { ...around.marks, strong: true } } : around,
      column,
    );
    column.endLine();
    column.level = outer;
  }

  #list(element: Element, around: Around, column: Column): void {
    column.endLine();
    const start = Number.parseInt(attributeOf(element, 'start'), 10);
    this.#lists++;
    const list = {
      ordered: element.tagName === 'ol',
      start: start >= 0 && start < 1_000_000 ? start : 1,
      key: `${this.#lists}`,
      level: Math.min((around.list?.level ?? 0) + 1, LEVELS),
    };
    const inner = new Column();
    this.#read(element, { ...around, list }, inner);
    const items: ItemBlock[] = [];
    for (const block of inner.read()) {
      if (block.kind === 'item') items.push(block);
      // What stands in a list beside its items belongs to the one before.
      else if (items.length > 0) items.at(-1)?.blocks.push(block);
      else items.push({ kind: 'item', ...list, blocks: [block] });
    }
    for (const item of items) column.block(item);
  }

  #item(element: Element, around: Around, column: Column): void {
    const list = around.list ?? LOOSE;
    // Word in a browser writes a list for each item; the level and the list are attributes.
    const level = Number.parseInt(attributeOf(element, 'data-aria-level') || attributeOf(element, 'aria-level'), 10);
    const id = attributeOf(element, 'data-listid');
    const blocks = this.#column(element, around);
    column.block({
      kind: 'item',
      ...list,
      level: level >= 1 ? Math.min(level, LEVELS) : list.level,
      key: id === '' ? list.key : `list ${id}`,
      blocks,
    });
  }

  #wordItem(element: Element, list: WordList | undefined, around: Around, column: Column): void {
    const word = { marker: '', isMarker: false };
    const blocks = this.#column(element, { ...around, word });
    const marker = word.marker.trim() || (list ? '' : takeBullet(blocks));
    if (list || marker !== '')
      column.block({ kind: 'item', level: 1, key: 'class', ...list, ...markerOf(marker), blocks });
    else for (const block of blocks) column.belowItem(block);
  }

  #figure(element: Element, around: Around, column: Column): void {
    const captions = element.childNodes.filter((child) => child.nodeName === 'figcaption');
    const isCaption = new Set<unknown>(captions);
    const rest = { ...element, childNodes: element.childNodes.filter((child) => !isCaption.has(child)) };
    const blocks = this.#column(rest, around);
    const caption = captions.flatMap((child) => ('tagName' in child ? this.#column(child, around) : []));
    const [picture] = blocks;
    if (picture?.kind === 'picture' && blocks.length === 1) column.block({ ...picture, caption: wordsOf(caption) });
    else for (const block of [...blocks, ...caption]) column.block(block);
  }

  #table(element: Element, around: Around, column: Column): void {
    column.endLine();
    this.#tables++;
    const before = this.#tables;
    const rows: Cell[][] = [];
    for (const part of partsOf(element)) {
      if (part.kind === 'row') rows.push(this.#row(part.row, part.isHead, around));
      else if (part.kind === 'caption') for (const block of this.#column(part.element, around)) column.block(block);
      else this.#comment(part.data, around);
    }
    if (isLayout(element, rows, this.#tables > before)) {
      for (const block of rows.flat().flatMap(({ blocks }) => blocks)) column.block(block);
    } else {
      const table = tableOf(rows);
      if (table) column.block(table);
    }
  }

  #row(row: Element, isHead: boolean, around: Around): Cell[] {
    const cells: Cell[] = [];
    // Word ends a table of uneven columns with a row that only measures them.
    if (isHidden(row, this.#classes.styleOf(row)) || attributeOf(row, 'height') === '0') return cells;
    for (const cell of row.childNodes) {
      if (defaultTreeAdapter.isCommentNode(cell)) this.#comment(cell.data, around);
      if (!defaultTreeAdapter.isElementNode(cell) || !/^t[dh]$/.test(cell.tagName)) continue;
      const style = this.#classes.styleOf(cell);
      if (isHidden(cell, style) || !this.#isCopied) continue;
      const isHeader = isHead || cell.tagName === 'th';
      const blocks = this.#column(cell, { ...around, marks: marksOf(cell, style, around.marks, this.#isOfPage) });
      cells.push({ isHeader, colspan: spanOf(cell, 'colspan'), rowspan: spanOf(cell, 'rowspan'), blocks });
    }
    return cells;
  }
}

const NOTHING = ['', ''] as const;

/** What is drawn beside texts in a line. */
const BESIDE_INLINE: Readonly<Record<string, readonly [before: string, after: string]>> = { rt: [' (', ')'] };

/** Whether a quote has text without paragraphs, as LibreOffice writes each paragraph of one. */
const isBare = (quote: Element): boolean =>
  quote.childNodes.every((child) => !defaultTreeAdapter.isElementNode(child) || !BLOCKS.has(child.tagName));

/** The list of items that stand in none. */
const LOOSE = { ordered: false, start: 1, key: 'loose', level: 1 } as const;

const isBlock = (element: Element, style: Style): boolean => {
  const display = style.get('display') ?? '';
  if (/^(?:block|flex|grid|table|list-item|flow-root)$/.test(display)) return true;
  return BLOCKS.has(element.tagName) && !display.startsWith('inline');
};

/** Whether a quote is how an editor in a browser moves a paragraph in. */
const isIndent = (element: Element, style: Style): boolean =>
  classesOf(element).includes('webkit-indent-blockquote') ||
  (style.get('border')?.startsWith('none') === true &&
    /^0(?:px)? 0(?:px)? 0(?:px)? 40px$/.test(style.get('margin') ?? ''));

const textOf = (parent: ParentNode): string =>
  parent.childNodes
    .map((child) => {
      if (defaultTreeAdapter.isTextNode(child)) return child.value;
      return defaultTreeAdapter.isElementNode(child) ? textOf(child) : '';
    })
    .join('');

/** Takes the bullet that stands in the text of an item, and gives it. */
function takeBullet(blocks: Block[]): string {
  const [first] = blocks;
  if (first?.kind !== 'text') return '';
  const bullet = bulletOf(first.runs.map(({ text }) => text).join(''));
  let left = bullet.length;
  const runs: Run[] = [];
  for (const { text, marks } of first.runs) {
    const rest = text.slice(left);
    left = Math.max(0, left - text.length);
    if (rest !== '') runs.push({ text: rest, marks });
  }
  if (bullet !== '') blocks.splice(0, 1, ...(runs.length > 0 ? [{ ...first, runs }] : []));
  return bullet;
}
