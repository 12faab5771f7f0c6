import { type Block, BREAK, PLAIN, type Run } from './blocks.ts';
import { paragraphsOfLines } from './hard-lines.ts';
import { withLists } from './lists.ts';
import { isMarkdown, markdownBlocks } from './markdown.ts';
import { paragraphsOf, seenText } from './text-lines.ts';
import { withTypedItems } from './typed-items.ts';
import { written } from './written.ts';

/** Ends of lines and of paragraphs as programs write them; a page ends a paragraph. */
const lineEnds = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[\u2029\f]/g, '\n\n');

/** Lines between empty ones. */
function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = [];
  let isNew = true;
  for (const line of lines) {
    const isEmpty = line.trim() === '';
    if (!isEmpty && isNew) groups.push([]);
    if (!isEmpty) groups.at(-1)?.push(line);
    isNew = isEmpty;
  }
  return groups;
}

const run = (text: string): Run => ({ text, marks: PLAIN });

/** Paragraphs of lines, each with a break behind it but the last. */
const paragraphs = (lines: readonly string[]): Block[] =>
  paragraphsOf(lines.flatMap((line, index) => (index === 0 ? [run(line)] : [run(BREAK), run(line)]))).map((runs) => ({
    kind: 'text',
    level: 0,
    runs,
  }));

/**
 * Clean HTML of what programs put on the clipboard as `text/plain`. Each line is a paragraph; where empty lines part the text, these part paragraphs, and
 * single ends of lines are breaks. Lines that a program has broken at a width are joined, those with bullets are lists, and what is Markdown beyond doubt
 * is read so. Never throws.
 */
export function cleanPastedText(text: string): string {
  const plain = seenText(lineEnds(text));
  if (isMarkdown(plain)) return written(markdownBlocks(plain));
  const groups = groupsOf(plain.split(BREAK));
  const blocks = groups.flatMap((lines) => {
    const ofLines = paragraphsOfLines(lines) ?? (groups.length === 1 ? lines : undefined);
    return ofLines ? ofLines.flatMap((line) => paragraphs([line])) : paragraphs(lines);
  });
  return written(withLists(withTypedItems(blocks)));
}
