import type { StreamParser, StringStream } from '@codemirror/language';
import { blockComment, indentIn, isBracket, type Open } from './brackets.ts';

interface StyleState {
  /** From the outermost on. */
  open: readonly Open[];
  isInComment: boolean;
  /** Behind the colon of a declaration. */
  isInValue: boolean;
  /** Between an at-rule's name and its block. */
  isInPrelude: boolean;
}

const NAME = /^-?[\p{L}_][\p{L}\p{N}_-]*/u;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i;
const STRING = /^(?:"(?:\\.|[^"\\])*(?:"|\\?$)|'(?:\\.|[^'\\])*(?:'|\\?$))/;
/** A name with a colon begins a declaration, unless a block comes before the declaration's end: then it is a selector. */
const DECLARATION = /^\s*:(?![^;{}]*\{)/;

/** CSS, line by line. @param isList whether it begins within a block, as in `style="…"` */
export const styleMode = (isList: boolean): StreamParser<StyleState> => ({
  name: 'css',
  startState: () => ({ open: [], isInComment: false, isInValue: false, isInPrelude: false }),
  token(stream, state) {
    if (state.isInComment || stream.match('/*')) return blockComment(stream, state, /^.*?\*\//s);
    if (stream.eatSpace()) return null;
    if (stream.match(STRING)) return 'string';
    if (stream.match(/^--[\w-]*/)) return 'variableName.special';
    if (stream.match(/^@-?[\w-]+/)) {
      state.isInPrelude = true;
      return 'definitionKeyword';
    }
    if (state.isInValue || state.isInPrelude) return valueToken(stream, state) ?? signToken(stream, state);
    if (stream.match(/^#[\w-]+/)) return 'labelName';
    if (stream.match(/^\.-?[\p{L}_][\p{L}\p{N}_-]*/u)) return 'className';
    if (stream.match(/^::?-?[a-z][\w-]*/i)) return 'className.constant';
    const isInBlock = isList || state.open.some(({ sign }) => sign === '{');
    if (stream.match(NAME)) return isInBlock && stream.match(DECLARATION, false) ? 'propertyName' : 'tagName';
    if (stream.match(NUMBER)) return 'number';
    return signToken(stream, state);
  },
  indent: ({ open }, after, context) => indentIn(open, after, context),
  languageData: {
    commentTokens: { block: { open: '/*', close: '*/' } },
    indentOnInput: /^\s*\}$/,
    wordChars: '-',
  },
});

function valueToken(stream: StringStream, state: StyleState): string | null {
  if (stream.match(/^#[\da-f]{3,8}/i)) return 'color';
  if (stream.match(NUMBER)) return 'number';
  if (stream.match('%') || (/\d/.test(stream.string[stream.start - 1] ?? '') && stream.match(/^[a-z]+/i)))
    return 'unit';
  if (stream.match('!important')) return 'modifier';
  if (!stream.match(NAME)) return null;
  if (stream.match('(', false)) return 'variableName.function';
  if (!state.isInPrelude) return 'atom';
  return stream.match(/^\s*:/, false) ? 'propertyName' : 'keyword';
}

function signToken(stream: StringStream, state: StyleState): string {
  const sign = stream.next() ?? '';
  if (sign === ':' && !state.isInPrelude) state.isInValue = true;
  if ('{};'.includes(sign)) {
    state.isInValue = false;
    state.isInPrelude = false;
  }
  if (isBracket(sign, stream, state)) return 'bracket';
  return ',;:'.includes(sign) ? 'punctuation' : 'operator';
}
