import { createScanner, type Node, parseTree } from 'jsonc-parser';
import { childOf, keysOf, type Shape } from './shape.ts';

/** Kinds of words, as the scanner numbers them: its own names for them are gone where the code runs. */
const KIND = {
  ...{ openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, comma: 5, colon: 6 },
  ...{ firstWord: 7, text: 10, lastWord: 11, lineComment: 12, blockComment: 13, unknown: 16, end: 17 },
};

/** A text in a file, and its beginning there. */
export interface Stretch {
  readonly text: string;
  readonly base: number;
}

/** Where a cursor stands in JSON, also in JSON that is not complete. Offsets are those of the text alone. */
export interface JsonPlace {
  /** Keys and positions from the top of the text to the object or list around the cursor. */
  readonly path: readonly (string | number)[];
  /** What is being written: a key of the object, or a value under a key or in a list. */
  readonly what: 'key' | 'value';
  /** The key of the value, or its position. */
  readonly step: string | number | undefined;
  /** The word under the cursor, quotes included; empty between words. */
  readonly from: number;
  readonly to: number;
  readonly isQuoted: boolean;
  /** The word is a whole text, quote and all. */
  readonly isClosed: boolean;
}

interface Level {
  readonly isList: boolean;
  step: string | number | undefined;
  /** What comes next. */
  awaits: 'key' | 'colon' | 'value' | 'comma';
}

/**
 * The place of an offset in a text. Words before the offset are read one by one, so what comes behind it, and any mistake, does not matter.
 * Linear.
 * @returns null in a comment, behind a complete value, and outside of objects and lists
 */
export function jsonPlace(text: string, offset: number): JsonPlace | null {
  const scanner = createScanner(text, false);
  const levels: Level[] = [];
  let top: Level = { isList: true, step: undefined, awaits: 'value' };
  for (let kind = scanner.scan(); ; kind = scanner.scan()) {
    const from = scanner.getTokenOffset();
    const to = from + scanner.getTokenLength();
    const isWord = (kind >= KIND.firstWord && kind <= KIND.lastWord) || kind === KIND.unknown;
    // A line's comment goes on at its end.
    if (kind === KIND.lineComment && from < offset && offset <= to) return null;
    if (kind === KIND.blockComment && from < offset && offset < to) return null;
    const isOpenText = kind === KIND.text && !(to - from > 1 && text[to - 1] === '"');
    const isUnder =
      kind === KIND.text ? from < offset && (offset < to || isOpenText) : isWord && from < offset && offset <= to;
    if (isUnder || from >= offset || kind === KIND.end) {
      return placeOf(
        levels,
        top,
        isUnder ? { from, to: isOpenText ? offset : to, isQuoted: kind === KIND.text, isClosed: !isOpenText } : offset,
      );
    }
    switch (kind) {
      case KIND.openBrace:
      case KIND.openBracket: {
        const isList = kind === KIND.openBracket;
        levels.push(top);
        top = { isList, step: isList ? 0 : undefined, awaits: isList ? 'value' : 'key' };
        break;
      }
      case KIND.closeBrace:
      case KIND.closeBracket:
        top = levels.pop() ?? top;
        top.awaits = 'comma';
        break;
      case KIND.comma:
        if (top.isList && typeof top.step === 'number') top.step++;
        top.awaits = top.isList ? 'value' : 'key';
        break;
      case KIND.colon:
        top.awaits = 'value';
        break;
      default:
        if (isWord) noteWord(top, kind === KIND.text ? scanner.getTokenValue() : undefined);
    }
  }
}

function noteWord(level: Level, said: string | undefined): void {
  if (level.awaits === 'key') {
    level.step = said;
    level.awaits = 'colon';
  } else level.awaits = 'comma';
}

type Under = Pick<JsonPlace, 'from' | 'to' | 'isQuoted' | 'isClosed'>;

function placeOf(levels: readonly Level[], top: Level, under: Under | number): JsonPlace | null {
  if (levels.length === 0 || top.awaits === 'comma' || top.awaits === 'colon') return null;
  const path = levels.slice(1).map(({ step }) => step ?? '');
  const what = top.awaits;
  const word = typeof under === 'number' ? { from: under, to: under, isQuoted: false, isClosed: false } : under;
  return { path, what, step: what === 'value' ? top.step : undefined, ...word };
}

/** The tree of a text, as far as it can be read; undefined where there is nothing, or it nests too deep. */
export function treeOf(text: string): Node | undefined {
  try {
    return parseTree(text, undefined, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** What may stand at a place, and what stands there. @param root the shape of the whole text */
export function shapeAt(root: Shape, tree: Node | undefined, path: readonly (string | number)[]) {
  let shape: Shape | undefined = root;
  let node = tree;
  for (const step of path) {
    shape = shape?.at?.(step, node);
    node = childOf(node, step);
    if (!shape) return undefined;
  }
  return { shape, node };
}

/** The keys that an object has already, that under the cursor left out. */
export function presentKeys(node: Node | undefined, offset: number): ReadonlySet<string> {
  const written = (node?.children ?? []).find(({ children }) => {
    const key = children?.[0];
    return key !== undefined && key.offset < offset && offset <= key.offset + key.length;
  });
  const present = new Set(keysOf(node));
  const own = written?.children?.[0]?.value;
  if (typeof own === 'string') present.delete(own);
  return present;
}
