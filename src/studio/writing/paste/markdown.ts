import { type Block, BREAK, type Cell, type ItemBlock, PLAIN, type Run, type TableBlock } from './blocks.ts';
import { withTextHeadings } from './headings.ts';
import { withLists } from './lists.ts';
import { markdownRuns } from './markdown-marks.ts';
import { tableOf } from './tables.ts';
import { paragraphsOf } from './text-lines.ts';

/** Most lists and quotes inside each other. */
const DEPTH = 12;

const HEADING = /^(#{1,6}) +(\S.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})[^`]*$/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$/;
const ITEM = /^( {0,12})([-*+•]|\d{1,6}[.)]) +(?=\S)/;
const QUOTE = /^ {0,3}> ?/;
const COLUMNS = /^ *\|?(?: *:?-{3,}:? *\|)+ *(?::?-{3,}:? *)?$/;

/** A heading without the signs that may close it. */
function withoutEnd(title: string): string {
  const text = title.trimEnd();
  const end = text.lastIndexOf(' ');
  return end !== -1 && /^#+$/.test(text.slice(end + 1)) ? text.slice(0, end) : text;
}

const isColumns = (line: string | undefined): boolean =>
  line !== undefined && line.length <= COLUMNS_UNITS && COLUMNS.test(line);

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** Longest line that is looked at for columns, UTF-16 code units. */
const COLUMNS_UNITS = 1_000;

/** The signs of Markdown that a text has. Some of them also stand in texts of other kinds. */
function signsIn(lines: readonly string[]): { readonly sure: number; readonly others: number } {
  const has = (is: (line: string, index: number) => boolean): number => (lines.some(is) ? 1 : 0);
  const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
  return {
    sure:
      has((line, index) => HEADING.test(line) && isBlank(lines[index - 1]) && isBlank(lines[index + 1])) +
      (count(FENCE) >= 2 ? 1 : 0) +
      has((line) => /\*\*[^\s*][^*]{0,200}\*\*/.test(line)) +
      has((line) => /\[[^\]]{1,200}\]\(https?:[^)\s]{1,2000}\)/.test(line)) +
      has((line, index) => isColumns(line) && (lines[index - 1] ?? '').includes('|')),
    others: (count(ITEM) >= 2 ? 1 : 0) + has((line) => QUOTE.test(line)) + has((line) => /`[^`]{1,200}`/.test(line)),
  };
}

/** Whether a text is Markdown beyond doubt: it has signs of two kinds at least, one of them a sign that no other text has. */
export function isMarkdown(text: string): boolean {
  const { sure, others } = signsIn(text.split('\n'));
  return sure > 0 && sure + others > 1;
}

/** The blocks of a text in Markdown. What it has of HTML is text. */
export const markdownBlocks = (text: string): Block[] =>
  withTextHeadings(new MarkdownReader(text.split('\n'), 0).blocks());

const textBlock = (level: number, lines: readonly string[]): Block[] => {
  const runs = lines.flatMap((line, index): Run[] => {
    const end: Run[] =
      index === lines.length - 1
        ? []
        : [{ text: line.endsWith('  ') || line.endsWith('\\') ? BREAK : ' ', marks: PLAIN }];
    return [...markdownRuns(line.replace(/\\$/, '').trim()), ...end];
  });
  return paragraphsOf(runs).map((paragraph) => ({ kind: 'text', level, runs: paragraph }));
};

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');

class MarkdownReader {
  readonly #lines: readonly string[];
  readonly #depth: number;
  #at = 0;
  /** A line with text, none of which is between it and the one that is being looked at. */
  #written = 0;

  constructor(lines: readonly string[], depth: number) {
    this.#lines = lines;
    this.#depth = depth;
  }

  blocks(): Block[] {
    const blocks: Block[] = [];
    while (this.#at < this.#lines.length) for (const block of this.#next()) blocks.push(block);
    return withLists(blocks);
  }

  #next(): Block[] {
    const line = this.#lines[this.#at] ?? '';
    if (isBlank(line)) return this.#taken([]);
    const [, signs, title] = HEADING.exec(line) ?? [];
    if (signs && title) return this.#taken(textBlock(signs.length, [withoutEnd(title)]));
    const fence = FENCE.exec(line)?.[1];
    if (fence) return this.#code(fence);
    if (RULE.test(line)) return this.#taken([{ kind: 'rule' }]);
    if (isColumns(this.#lines[this.#at + 1]) && line.includes('|')) return this.#table();
    if (this.#depth < DEPTH && QUOTE.test(line)) return this.#quote();
    if (this.#depth < DEPTH && ITEM.test(line)) return [this.#item()];
    return this.#paragraph();
  }

  #taken(blocks: Block[]): Block[] {
    this.#at++;
    return blocks;
  }

  #while(is: (line: string) => boolean): string[] {
    const from = this.#at;
    while (this.#at < this.#lines.length && is(this.#lines[this.#at] ?? '')) this.#at++;
    return this.#lines.slice(from, this.#at);
  }

  #code(fence: string): Block[] {
    this.#at++;
    const text = this.#while((line) => !line.trim().startsWith(fence)).join('\n');
    return this.#taken(text.trim() === '' ? [] : [{ kind: 'code', text: text.replace(/^(?:[ \t]*\n)+|\s+$/g, '') }]);
  }

  #table(): Block[] {
    const cell =
      (isHeader: boolean) =>
      (text: string): Cell => ({ isHeader, colspan: 1, rowspan: 1, blocks: textBlock(0, [text]) });
    const head = cellsOf(this.#lines[this.#at] ?? '').map(cell(true));
    this.#at += 2;
    const rows = this.#while((line) => line.includes('|')).map((line) => cellsOf(line).map(cell(false)));
    const table: TableBlock | undefined = tableOf([head, ...rows]);
    return table ? [table] : [];
  }

  #quote(): Block[] {
    const lines = this.#while((line) => QUOTE.test(line)).map((line) => line.replace(QUOTE, ''));
    const blocks = new MarkdownReader(lines, this.#depth + 1).blocks();
    return blocks.length === 0 ? [] : [{ kind: 'quote', blocks, joins: false }];
  }

  #item(): ItemBlock {
    const line = this.#lines[this.#at] ?? '';
    const [all = '', indent = '', marker = ''] = ITEM.exec(line) ?? [];
    this.#at++;
    const within = indent.length + 2;
    const isWithin = (other: string): boolean => other.search(/\S/) >= within;
    const rest = this.#while((other) => isWithin(other) || (isBlank(other) && isWithin(this.#afterBlank())));
    const lines = [
      line.slice(all.length),
      ...rest.map((other) => other.slice(Math.min(within, Math.max(0, other.search(/\S/))))),
    ];
    const ordered = /\d/.test(marker);
    return {
      kind: 'item',
      level: 1 + Math.min(indent.length, 1),
      ordered,
      start: ordered ? Number.parseInt(marker, 10) : 1,
      key: ordered ? 'numbers' : 'bullets',
      blocks: new MarkdownReader(lines, this.#depth + 1).blocks(),
    };
  }

  /** The first line with text from the one that is being looked at on. */
  #afterBlank(): string {
    if (this.#written < this.#at) this.#written = this.#at;
    while (this.#written < this.#lines.length && isBlank(this.#lines[this.#written])) this.#written++;
    return this.#lines[this.#written] ?? '';
  }

  #paragraph(): Block[] {
    const first = this.#at;
    const starts = (line: string): boolean =>
      HEADING.test(line) || FENCE.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line);
    return textBlock(
      0,
      this.#while((line) => this.#at === first || (!isBlank(line) && !starts(line))),
    );
  }
}
