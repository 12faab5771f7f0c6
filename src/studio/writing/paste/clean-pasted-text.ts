import { type Block, BREAK, PLAIN, type Run } from './blocks.ts';
import { paragraphsOf, seenText } from './text-lines.ts';
import { written } from './written.ts';

/** Ends of lines and of paragraphs as programs write them; a page ends a paragraph. */
const lineEnds = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/[\u2029\f]/g, '\n\n');

/**
 * Clean HTML of what programs put on the clipboard as `text/plain`: each line is a paragraph; where empty lines part the text, these part paragraphs, and
 * single ends of lines are breaks.
 */
export function cleanPastedText(text: string): string {
  const lines = seenText(lineEnds(text)).split(BREAK);
  const hasEmpty = lines.some((line, index) => line.trim() === '' && index > 0 && index < lines.length - 1);
  const runs = lines.flatMap((line, index): Run[] => {
    const breaks = index === 0 ? 0 : hasEmpty ? 1 : 2;
    const ends = Array.from({ length: breaks }, () => ({ text: BREAK, marks: PLAIN }));
    return line === '' ? ends : [...ends, { text: line, marks: PLAIN }];
  });
  return written(paragraphsOf(runs).map((paragraph): Block => ({ kind: 'text', level: 0, runs: paragraph })));
}
