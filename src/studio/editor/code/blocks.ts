/** Blocks of Liquid and elements of HTML, as folding, indentation and completion need them. */
import { foldService, indentService } from '@codemirror/language';
import type { EditorState, Extension, Text } from '@codemirror/state';
import { TAGS } from '../../../../engine/language/tags.ts';

const HOLDING = [...TAGS].flatMap(([tag, { holds }]) => (holds ? [tag] : [])).join('|');
/** Tags whose text is kept as it is. */
export const HELD: ReadonlySet<string> = new Set(
  [...TAGS].flatMap(([tag, { holds }]) => (holds === 'text' ? [tag] : [])),
);
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
/** A tag of a block of Liquid or of an element. No other tag begins within it: a text of unfinished tags is read in one pass. */
const TAG = new RegExp(
  `\\{%-?\\s*(end)?(${HOLDING})\\b(?:[^%{]|%(?!\\})|\\{(?!%))*%\\}|<(/)?([a-z][\\w:-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>`,
  'gi',
);
/** At a line's beginning: what stands as far out as the block that it divides or ends. */
const OUTER = /^\s*(?:\{%-?\s*(?:end\w|(?:else|elsif|when)\b)|<\/)/;
/** How far a block is followed, UTF-16 code units. */
const LOOKED_AT = 40_000;

export interface Block {
  /** Name of a tag of Liquid with `%` before it, or of an element. */
  readonly name: string;
  readonly isEnd: boolean;
  readonly from: number;
  readonly to: number;
}

function* tagsIn(doc: Text, from: number, to: number): Generator<Block> {
  const text = doc.sliceString(from, to);
  for (const { 0: whole, 1: end, 2: tag, 3: slash, 4: element = '', 5: rest = '', index } of text.matchAll(TAG)) {
    const place = { from: from + index, to: from + index + whole.length };
    if (tag !== undefined) yield { name: `%${tag}`, isEnd: end !== undefined, ...place };
    else if (!VOID.test(element) && !rest.endsWith('/')) {
      yield { name: element.toLowerCase(), isEnd: slash !== undefined, ...place };
    }
  }
}

/** The blocks and elements that are open at a place, from the outermost on. */
export function openAt({ doc }: EditorState, at: number): readonly Block[] {
  const open: Block[] = [];
  for (const one of tagsIn(doc, Math.max(0, at - LOOKED_AT), at)) {
    const innermost = open.at(-1)?.name ?? '';
    // Text that a tag holds has no other tags, a script and a style have no elements.
    const isHeld = isCode(innermost) && (innermost.startsWith('%') || !one.name.startsWith('%'));
    if (isHeld && one.name !== innermost) continue;
    if (!one.isEnd) open.push(one);
    else {
      const begin = open.findLastIndex(({ name }) => name === one.name);
      if (begin >= 0) open.length = begin;
    }
  }
  return open;
}

const isCode = (name: string): boolean => name === 'script' || name === 'style' || HELD.has(name.slice(1));

/** The block that begins in a line and does not end there, from behind its tag to its end. */
function foldFrom({ doc }: EditorState, from: number, to: number): { from: number; to: number } | null {
  const open: Block[] = [];
  for (const one of tagsIn(doc, from, to)) {
    if (!one.isEnd) open.push(one);
    else if (open.at(-1)?.name === one.name) open.pop();
  }
  const [begin] = open;
  if (!begin) return null;
  let depth = 1;
  for (const one of tagsIn(doc, begin.to, Math.min(doc.length, begin.to + LOOKED_AT))) {
    if (one.name !== begin.name) continue;
    depth += one.isEnd ? -1 : 1;
    if (depth === 0) return one.from > to ? { from: begin.to, to: one.from } : null;
  }
  return null;
}

/** Blocks and elements can be folded, and what stands in the innermost one is indented. */
export const blocks: Extension = [
  foldService.of(foldFrom),
  indentService.of((context, at) => {
    const block = openAt(context.state, at).at(-1);
    if (!block) return undefined;
    const isOuter = OUTER.test(context.textAfterPos(at));
    // Brackets say how the lines of code are indented, but the first.
    if (isCode(block.name) && !isOuter && context.state.sliceDoc(block.to, at).trim() !== '') return undefined;
    return context.lineIndent(block.from) + (isOuter ? 0 : context.unit);
  }),
];
