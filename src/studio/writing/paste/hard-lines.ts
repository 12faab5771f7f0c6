/** Widths of columns that somebody's program has broken a text to, characters. */
const NARROWEST = 45;
const WIDEST = 140;
/** Letters of a page are of different widths: how much of the widest line the others have at least, where they were full. */
const FULL = 0.85;
/** Fewest full lines, and the least part of all that are, of a text that was broken. */
const FEWEST = 2;
const MOST = 0.6;

const BULLET = /^\s*(?:[•●○◦▪■□‣⁃*–—-]|\d{1,3}[.)])\s/;

/** What stands before or behind a hyphen that belongs to a word: `peut-être`, `lui-même`. */
const COMPOUND =
  /(?:^|[\s'’(«])(?:peut|est|sont|a|y|dit|grand|demi|non|avant|après|arrière|sous|sur|vice|ex|mi|semi|contre|entre|porte|rendez|là|ci|celui|celle|ceux|celles|c|moi|toi|lui|elle|nous|vous|eux|elles|mot|week|e)-$/i;
const ENDING = /^(?:être|ce|même|mêmes|là|ci|il|ils|elle|elles|on|je|tu|nous|vous|moi|toi|lui|leur|en|y|t|vous)\b/;

/** Puts a line behind others: a word that was parted at the end of a line is one word. */
function add(line: string, lines: string[]): void {
  const last = lines.pop();
  if (last === undefined) lines.push(line);
  else if (last.endsWith('\u00ad')) lines.push(last.slice(0, -1), line);
  else if (!/\p{L}-$/u.test(last) || !/^\p{Ll}/u.test(line)) lines.push(last, ` ${line}`);
  else lines.push(COMPOUND.test(last) || ENDING.test(line) ? last : last.slice(0, -1), line);
}

/**
 * The paragraphs of lines that a program has broken at a width, as those of a page of a document are; undefined for lines that somebody has ended, which
 * the next word would have had room in.
 */
export function paragraphsOfLines(lines: readonly string[]): string[] | undefined {
  let width = 0;
  for (const line of lines) width = Math.max(width, line.trimEnd().length);
  if (width < NARROWEST || width > WIDEST) return undefined;
  const isFull = (index: number): boolean => {
    const next = lines[index + 1]?.trimStart() ?? '';
    if (BULLET.test(next)) return false;
    return (lines[index]?.trimEnd().length ?? 0) + 1 + next.split(' ', 1).join('').length >= width * FULL;
  };
  const full = lines.slice(0, -1).map((_, index) => isFull(index));
  const count = full.filter(Boolean).length;
  if (count < FEWEST || count < full.length * MOST) return undefined;
  const paragraphs: string[] = [];
  let parts: string[] = [];
  for (const [index, line] of lines.entries()) {
    add(line.trim(), parts);
    if (!full[index]) {
      paragraphs.push(parts.join(''));
      parts = [];
    }
  }
  return paragraphs;
}
