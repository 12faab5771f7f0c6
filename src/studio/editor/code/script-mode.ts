import type { StreamParser, StringStream } from '@codemirror/language';
import { blockComment, closed, indentIn, isClosing, isOpening, type Open, opened } from './brackets.ts';

/** Words of JavaScript by how they are coloured. */
export const KEYWORDS =
  'async await break case catch class const continue debugger default delete do else export extends finally for function if import in instanceof let new of return static super switch throw try typeof var void while yield'.split(
    ' ',
  );
const ATOMS = 'false Infinity NaN null this true undefined'.split(' ');
const DEFINING = new Set(['class', 'const', 'function', 'let', 'var']);
const STYLES: ReadonlyMap<string, string> = new Map([
  ...KEYWORDS.map((word) => [word, DEFINING.has(word) ? 'definitionKeyword' : 'keyword'] as const),
  ...ATOMS.map((word) => [word, 'atom'] as const),
]);

interface ScriptState {
  /** From the outermost on; a template is one, too. */
  open: readonly Open[];
  isInComment: boolean;
  /** Whether a value has just ended: a slash then divides, elsewhere it begins a regular expression. */
  isAfterValue: boolean;
}

const NUMBER = /^(?:0[xbo][\da-f_]+n?|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?n?)/i;
const REGULAR_EXPRESSION = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/[a-z]*/;
const STRING = /^(?:"(?:\\.|[^"\\])*(?:"|\\?$)|'(?:\\.|[^'\\])*(?:'|\\?$))/;
const NAME = /^[\p{L}_$#@][\p{L}\p{N}_$]*/u;

/** JavaScript and TypeScript, line by line: what is text, comment, number, word or name; brackets for the indentation. */
export const scriptMode: StreamParser<ScriptState> = {
  name: 'javascript',
  startState: () => ({ open: [], isInComment: false, isAfterValue: false }),
  token(stream, state) {
    if (state.isInComment) return blockComment(stream, state, /^.*?\*\//s);
    if (state.open.at(-1)?.sign === '`') return template(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match('//')) {
      stream.skipToEnd();
      return 'lineComment';
    }
    if (stream.match('/*')) return blockComment(stream, state, /^.*?\*\//s);
    const wasValue = state.isAfterValue;
    state.isAfterValue = true;
    if (stream.match(STRING)) return 'string';
    if (stream.match(NUMBER)) return 'number';
    if (stream.match(NAME)) return nameStyle(stream, state);
    if (!wasValue && stream.match(REGULAR_EXPRESSION)) return 'regexp';
    const sign = stream.next() ?? '';
    if (isClosing(sign)) {
      state.open = closed(state.open, sign);
      state.isAfterValue = sign !== '}';
      return 'bracket';
    }
    state.isAfterValue = false;
    if (isOpening(sign) || sign === '`') state.open = opened(state.open, sign, stream);
    if (sign === '`') return 'string';
    return isOpening(sign) ? 'bracket' : /[.,;:]/.test(sign) ? 'punctuation' : 'operator';
  },
  indent: ({ open }, after, context) => indentIn(open, after, context),
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', "'", '"', '`'] },
    indentOnInput: /^\s*[\])}]$/,
    wordChars: '$',
  },
};

/** A template's text up to its end, or up to a value within. */
function template(stream: StringStream, state: ScriptState): string {
  if (stream.match('${')) {
    state.open = opened(state.open, '{', stream);
    state.isAfterValue = false;
    return 'bracket';
  }
  stream.match(/^(?:\\.|\$(?!\{)|[^`\\$])*/);
  if (stream.eat('`')) {
    state.open = state.open.slice(0, -1);
    state.isAfterValue = true;
  } else if (!stream.match('${', false)) stream.skipToEnd();
  return 'string';
}

function nameStyle(stream: StringStream, state: ScriptState): string {
  const name = stream.current();
  const isCalled = stream.match(/^\s*\(/, false) ? '.function' : '';
  // `...` spreads a variable.
  if (stream.string[stream.start - 1] === '.' && stream.string[stream.start - 2] !== '.')
    return `propertyName${isCalled}`;
  const style = STYLES.get(name);
  if (style !== undefined) {
    state.isAfterValue = style === 'atom' || name === 'super';
    return style;
  }
  return `variableName${isCalled}`;
}
