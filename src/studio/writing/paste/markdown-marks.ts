import { type Marks, PLAIN, type Run } from './blocks.ts';
import { pastedLink } from './links.ts';

/** Longest marked text, characters: what is not ended by then is no mark. */
const MARKED =
  /`([^`]{1,300})`|\*\*(?=\S)((?:[^*]|\*(?!\*)){1,300}?\S?)\*\*|(?<![\p{L}\p{N}_])__(?=\S)([^_]{1,300})__(?![\p{L}\p{N}_])|~~(?=\S)([^~]{1,300})~~|\*(?=\S)([^*]{1,300})(?<=\S)\*|(?<![\p{L}\p{N}_])_(?=\S)([^_]{1,300})(?<=\S)_(?![\p{L}\p{N}_])|(!?)\[([^\]]{0,300})\]\(<?([^)\s>]{1,2000})>?(?: "[^"]{0,300}")?\)|\\([\\`*_{}[\]()#+.!|~>-])/gu;

/** Most marks inside each other. */
const DEPTH = 6;

/** A line of Markdown as text with its marks. */
export function markdownRuns(line: string, marks: Marks = PLAIN, depth = 0): Run[] {
  const runs: Run[] = [];
  const put = (text: string, marked: Partial<Marks>): void => {
    const all = { ...marks, ...marked };
    if (depth >= DEPTH || marked.code) runs.push({ text, marks: all });
    else for (const run of markdownRuns(text, all, depth + 1)) runs.push(run);
  };
  let at = 0;
  for (const found of line.matchAll(MARKED)) {
    const [all, code, strong, strongToo, struck, em, emToo, , label, address, escaped] = found;
    if (found.index > at) runs.push({ text: line.slice(at, found.index), marks });
    at = found.index + all.length;
    if (code !== undefined) put(code, { code: true });
    else if (strong ?? strongToo) put(strong ?? strongToo ?? '', { strong: true });
    else if (struck !== undefined) put(struck, { s: true });
    else if (em ?? emToo) put(em ?? emToo ?? '', { em: true });
    else if (escaped !== undefined) runs.push({ text: escaped, marks });
    else put(label || (address ?? ''), { href: pastedLink(address ?? '', true) ?? '' });
  }
  if (at < line.length) runs.push({ text: line.slice(at), marks });
  return runs;
}
