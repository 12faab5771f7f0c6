import {
  foldService,
  type Language,
  matchBrackets,
  type StringStream,
  syntaxTree,
  TreeIndentContext,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';

/** An open bracket, and how far its line is indented. */
export interface Open {
  readonly sign: string;
  readonly indent: number;
}

const OPENED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

export const isOpening = (sign: string): boolean => '([{'.includes(sign);
export const isClosing = (sign: string): boolean => Object.hasOwn(OPENED_BY, sign);

/** Open brackets that are kept, the innermost: each line of a text keeps its own list. */
const KEPT = 50;

/** The open brackets with another one. */
export const opened = (open: readonly Open[], sign: string, stream: StringStream): readonly Open[] => [
  ...open.slice(1 - KEPT),
  { sign, indent: stream.indentation() },
];

/** The open brackets after a closing one; one that was not opened closes none of the others. */
export const closed = (open: readonly Open[], sign: string): readonly Open[] =>
  open.at(-1)?.sign === OPENED_BY[sign] ? open.slice(0, -1) : open;

/** Takes a bracket that was read into the list. @returns whether it is one */
export function isBracket(sign: string, stream: StringStream, state: { open: readonly Open[] }): boolean {
  if (isOpening(sign)) state.open = opened(state.open, sign, stream);
  if (isClosing(sign)) state.open = closed(state.open, sign);
  return isOpening(sign) || isClosing(sign);
}

/** Reads a comment of several lines, or what a line has of it. @param end of the comment */
export function blockComment(stream: StringStream, state: { isInComment: boolean }, end: RegExp): string {
  state.isInComment = !stream.match(end);
  if (state.isInComment) stream.skipToEnd();
  return 'blockComment';
}

/** How far a line is indented: behind the line of the innermost open bracket. @returns null where it stays as it is */
export function indentIn(open: readonly Open[], after: string, context: { readonly unit: number }): number | null {
  const innermost = open.at(-1);
  if (!innermost) return indentAround(context);
  if (!isOpening(innermost.sign)) return null;
  return OPENED_BY[after.charAt(0)] === innermost.sign ? innermost.indent : innermost.indent + context.unit;
}

/** How far a line is indented by the language around, as HTML is around a script. */
export const indentAround = (context: { readonly unit: number }): number | null =>
  context instanceof TreeIndentContext ? context.continue() : null;

/** A line of a language that ends with an opening bracket is folded up to the closing one. */
export const foldBrackets = (language: Language): Extension =>
  foldService.of((state, from, to) => {
    const line = state.sliceDoc(from, to).trimEnd();
    const at = from + line.length;
    if (line === '' || !isOpening(line.slice(-1)) || !language.isActiveAt(state, at, -1)) return null;
    // In text a bracket is no more than a sign.
    if (syntaxTree(state).resolveInner(at, -1).name !== 'bracket') return null;
    const { matched, end } = matchBrackets(state, at - 1, 1) ?? {};
    return matched && end && end.from > to ? { from: at, to: end.from } : null;
  });
