/** What pasted HTML is read into, and clean HTML is written from. */

/** How a piece of text is marked. */
export interface Marks {
  readonly strong: boolean;
  readonly em: boolean;
  readonly u: boolean;
  readonly s: boolean;
  readonly code: boolean;
  readonly script: 'sup' | 'sub' | '';
  /** Where the text leads; empty for text that is no link. */
  readonly href: string;
}

/** Text of one kind of marks; the text of a line break is `BREAK`, which no other run has. */
export interface Run {
  readonly text: string;
  readonly marks: Marks;
}

export const BREAK = '\n';

export const PLAIN: Marks = { strong: false, em: false, u: false, s: false, code: false, script: '', href: '' };

/** A paragraph (level 0) or a heading. */
export interface TextBlock {
  readonly kind: 'text';
  readonly level: number;
  readonly runs: readonly Run[];
}

/** An item that is not in a list yet: word processors write lists as a row of paragraphs with levels. */
export interface ItemBlock {
  readonly kind: 'item';
  readonly level: number;
  readonly ordered: boolean;
  readonly start: number;
  /** Items of one key and level are one list. */
  readonly key: string;
  readonly blocks: Block[];
}

export interface ListBlock {
  readonly kind: 'list';
  readonly ordered: boolean;
  readonly start: number;
  readonly items: Block[][];
}

export interface QuoteBlock {
  readonly kind: 'quote';
  readonly blocks: Block[];
  /** Whether each paragraph of the quote was written as a quote of its own. */
  readonly joins: boolean;
}

export interface Cell {
  readonly isHeader: boolean;
  readonly colspan: number;
  readonly rowspan: number;
  readonly blocks: readonly Block[];
}

export interface TableBlock {
  readonly kind: 'table';
  readonly rows: readonly (readonly Cell[])[];
}

export interface PictureBlock {
  readonly kind: 'picture';
  readonly src: string;
  readonly alt: string;
  readonly caption: string;
}

export interface CodeBlock {
  readonly kind: 'code';
  readonly text: string;
}

export type Block =
  | TextBlock
  | ItemBlock
  | ListBlock
  | QuoteBlock
  | TableBlock
  | PictureBlock
  | CodeBlock
  | { readonly kind: 'rule' };

const MARKS = ['strong', 'em', 'u', 's', 'code', 'script', 'href'] as const;

export const sameMarks = (a: Marks, b: Marks): boolean => a === b || MARKS.every((mark) => a[mark] === b[mark]);

/** The marks that two texts share: those of the space between them. */
export function sharedMarks(a: Marks, b: Marks): Marks {
  if (sameMarks(a, b)) return a;
  return {
    strong: a.strong && b.strong,
    em: a.em && b.em,
    u: a.u && b.u,
    s: a.s && b.s,
    code: a.code && b.code,
    script: a.script === b.script ? a.script : '',
    href: a.href === b.href ? a.href : '',
  };
}

const isBold = ({ text, marks }: Run): boolean => marks.strong || text.trim() === '';

/** Whether a text is bold as a whole. */
export const isAllBold = (runs: readonly Run[]): boolean => runs.length > 0 && runs.every(isBold);

/** The same text, nothing of it bold. */
export const withoutBold = (runs: readonly Run[]): Run[] =>
  runs.map(({ text, marks }) => ({ text, marks: marks.strong ? { ...marks, strong: false } : marks }));

/** The words of blocks without marks, one line. */
export const wordsOf = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => {
      if (block.kind === 'text') return block.runs.map(({ text }) => (text === BREAK ? ' ' : text)).join('');
      if (block.kind === 'quote') return wordsOf(block.blocks);
      if (block.kind === 'list') return block.items.map(wordsOf).join(' ');
      if (block.kind === 'table')
        return block.rows.map((row) => row.map(({ blocks }) => wordsOf(blocks)).join(' ')).join(' ');
      return block.kind === 'code' ? block.text : '';
    })
    .join(' ')
    .trim();
