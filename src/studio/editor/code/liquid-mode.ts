import type { StreamParser, StringStream } from '@codemirror/language';
import { TAGS } from '../../../../engine/language/tags.ts';
import { HELD } from './blocks.ts';
import { indentAround, indentIn, isClosing, isOpening, type Open } from './brackets.ts';
import { jsonToken } from './json-mode.ts';

interface LiquidState {
  /** What is being read: text, `{{ … }}` or `{% … %}`. */
  within: '' | '{{' | '{%';
  /** The tag that is read now or was read last. */
  tag: string;
  /** What the next word is: that of a tag, of a filter, of a property, or else. */
  next: 'tag' | 'filter' | 'property' | '';
  /** Whether the text belongs to that tag, and is not read as Liquid. */
  isHeld: boolean;
  /** Brackets of a schema. */
  open: readonly Open[];
}

const ALL_WORDS: ReadonlySet<string> = new Set([...TAGS.values()].flatMap(({ words = [] }) => words));
const ATOMS: ReadonlySet<string> = new Set(['blank', 'empty', 'false', 'nil', 'null', 'true']);
/** Tags that decide what is shown. */
const CONTROL = /^(?:end)?(?:case|for|if|ifchanged|tablerow|unless)$|^(?:break|continue|else|elsif|when)$/;

const STRING = /^(?:"[^"]*(?:"|$)|'[^']*(?:'|$))/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/i;
const NAME = /^[\p{L}_][\p{L}\p{N}_-]*\??/u;

/** Liquid, line by line. What stands outside of it is `content`, which another language reads. */
export const liquidMode: StreamParser<LiquidState> = {
  name: 'liquid',
  startState: () => ({ within: '', tag: '', next: '', isHeld: false, open: [] }),
  token(stream, state) {
    if (state.within === '') return state.isHeld ? heldToken(stream, state) : textToken(stream, state);
    // Each line of `liquid` is a tag, each of a comment begins anew.
    if (/^(?:liquid|#)$/.test(state.tag) && stream.sol()) state.next = 'tag';
    if (stream.eatSpace()) return null;
    if (stream.match(state.within === '{{' ? /^-?\}\}/ : /^-?%\}/)) {
      state.within = '';
      state.isHeld = HELD.has(state.tag);
      state.open = [];
      return 'brace';
    }
    return state.next === 'tag' ? tagToken(stream, state) : valueToken(stream, state);
  },
  indent: ({ isHeld, open }, after, context) => (isHeld ? indentIn(open, after, context) : indentAround(context)),
  languageData: { commentTokens: { line: '#' }, indentOnInput: /^\s*(?:\{%-?\s*(?:end|elsif|else|when)|[\]}])$/ },
};

function textToken(stream: StringStream, state: LiquidState): string {
  const begin = stream.match(/^\{[{%]-?/);
  if (!begin) {
    stream.match(/^(?:[^{]|\{(?![{%]))+/);
    return 'content';
  }
  begun(stream, state);
  return 'brace';
}

function begun(stream: StringStream, state: LiquidState): void {
  state.within = stream.current().startsWith('{{') ? '{{' : '{%';
  state.next = state.within === '{%' ? 'tag' : '';
  state.tag = '';
  state.isHeld = false;
}

/** The text of a tag that is kept as it is, up to the tag's end. */
function heldToken(stream: StringStream, state: LiquidState): string | null {
  if (stream.match(new RegExp(`^\\{%-?\\s*end${state.tag}\\b`), false)) {
    stream.match(/^\{%-?/);
    begun(stream, state);
    return 'brace';
  }
  if (state.tag === 'schema') return jsonToken(stream, state);
  stream.match(new RegExp(`^.+?(?=\\{%-?\\s*end${state.tag}\\b|$)`, 's'));
  return state.tag === 'comment' || state.tag === 'doc' ? 'blockComment' : 'content';
}

function tagToken(stream: StringStream, state: LiquidState): string {
  if (stream.match(/^#.*?(?=-?%\}|$)/s)) {
    if (state.tag !== 'liquid') state.tag = '#';
    return 'lineComment';
  }
  state.next = '';
  if (!stream.match(NAME)) return valueToken(stream, state);
  const word = stream.current();
  // Within `liquid` the tag around stays.
  if (state.tag !== 'liquid') state.tag = word;
  return CONTROL.test(word) ? 'controlKeyword' : 'keyword';
}

function valueToken(stream: StringStream, state: LiquidState): string {
  const { next } = state;
  state.next = '';
  if (stream.match(STRING)) return 'string';
  if (stream.match(NUMBER)) return 'number';
  if (stream.match('..')) return 'punctuation';
  if (stream.eat('|')) {
    state.next = 'filter';
    return 'punctuation';
  }
  if (stream.eat('.')) {
    state.next = 'property';
    return 'punctuation';
  }
  if (!stream.match(NAME)) {
    const sign = stream.next() ?? '';
    return isOpening(sign) || isClosing(sign) ? 'bracket' : /[,:]/.test(sign) ? 'punctuation' : 'operator';
  }
  if (next === 'filter') return 'variableName.function';
  if (next === 'property') return 'propertyName';
  const word = stream.current();
  if (ATOMS.has(word)) return 'atom';
  if (stream.match(/^\s*:/, false)) return 'attributeName';
  return state.within === '{%' && ALL_WORDS.has(word) ? 'keyword' : 'variableName';
}
