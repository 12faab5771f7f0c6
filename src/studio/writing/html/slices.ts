import { type HtmlNode, isInline, isMedia, isSpace, isText, parseNodes } from './fragment.ts';
import { joinLeaks } from './leaks.ts';
import { isRegular } from './regular.ts';
import { joined, type Slice } from './slice.ts';

/**
 * Divides a text into blocks. Between two slices, before the first and after the last there is white space only, so that nothing of the text is in no slice.
 * What the parser of HTML has moved, copied or dropped becomes one slice with everything that it touches.
 */
export function slicesOf(text: string): Slice[] {
  const nodes = parseNodes(text);
  if (!nodes) return trimmed({ start: 0, end: text.length, nodes: [], isRegular: false, isLine: false }, text);
  const slices: Slice[] = [];
  let covered = 0;
  for (const node of nodes) {
    const place = node.sourceCodeLocation;
    // The parser made a node without a place of a tag that stands in a gap.
    if (!place) continue;
    addGap(slices, text, covered, place.startOffset);
    addNode(slices, node, text, place.startOffset, place.endOffset);
    covered = Math.max(covered, place.endOffset);
  }
  addGap(slices, text, covered, text.length);
  return joinLeaks(
    joinLines(slices, text)
      .flatMap(dividedMedia)
      .flatMap((slice) => trimmed(slice, text)),
    text,
  );
}

/** Adds bytes of which the parser made no node. */
function addGap(slices: Slice[], text: string, start: number, end: number): void {
  if (start >= end || isSpace(text.slice(start, end))) return;
  slices.push({ start, end, nodes: [], isRegular: false, isLine: false });
}

/** Adds a node to the slices that it overlaps, or as a slice of its own. */
function addNode(slices: Slice[], node: HtmlNode, text: string, start: number, end: number): void {
  const added: Slice = { start, end, nodes: [node], isRegular: isRegular(node, text), isLine: isInline(node) };
  let first = slices.length;
  while (first > 0 && start < (slices[first - 1] as Slice).end) first--;
  // A node that begins before others end has been moved, and so have these.
  if (first < slices.length) slices.push(joined([...slices.splice(first), added], false));
  else slices.push(added);
}

/** Joins the slices of each line, white space in it included; white space between blocks is in no slice. */
function joinLines(slices: readonly Slice[], text: string): Slice[] {
  const lines: Slice[] = [];
  for (let from = 0, to = 1; from < slices.length; from = to++) {
    while (to < slices.length && goesOn(slices[to - 1] as Slice, slices[to] as Slice)) to++;
    const line = slices.slice(from, to);
    if (line.every((slice) => isBlank(slice, text))) continue;
    lines.push(
      joined(
        line,
        line.every((slice) => slice.isRegular),
      ),
    );
  }
  return lines;
}

const goesOn = (first: Slice, second: Slice) => first.isLine && second.isLine && first.end === second.start;

const isBlank = ({ nodes: [node, second], start, end }: Slice, text: string) =>
  !second && !!node && isText(node) && isSpace(text.slice(start, end));

/** Pictures and frames in a line without text are a block each. */
function dividedMedia(slice: Slice): Slice[] {
  if (!slice.isLine || !slice.isRegular) return [slice];
  const filled = slice.nodes.filter((node) => !(isText(node) && isSpace(node.value)));
  if (!filled.every(isMedia)) return [slice];
  return filled.map((node) => ({
    ...slice,
    nodes: [node],
    start: node.sourceCodeLocation?.startOffset ?? slice.start,
    end: node.sourceCodeLocation?.endOffset ?? slice.end,
  }));
}

const SPACES = /[ \t\n\f\r]*/y;
const LAST_SPACE = /[ \t\n\f\r]/;

/** A slice without white space at its ends; none where there is nothing else. */
function trimmed(slice: Slice, text: string): Slice[] {
  SPACES.lastIndex = slice.start;
  SPACES.test(text);
  const start = SPACES.lastIndex;
  let end = slice.end;
  while (end > start && LAST_SPACE.test(text.charAt(end - 1))) end--;
  return start < end ? [{ ...slice, start, end }] : [];
}
