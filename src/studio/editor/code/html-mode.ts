import { type StreamParser, StringStream } from '@codemirror/language';
import { blockComment, indentAround } from './brackets.ts';
import { jsonMode } from './json-mode.ts';
import { scriptMode } from './script-mode.ts';
import { styleMode } from './style-mode.ts';

/** Another language within HTML, with its state and what ends it. */
interface Inner {
  readonly mode: StreamParser<unknown>;
  readonly state: unknown;
  readonly end: RegExp;
}

interface HtmlState {
  /** Name of the tag that is read; empty in text. */
  tag: string;
  isEndTag: boolean;
  /** What the next name is; within a tag only. */
  next: 'tag' | 'attribute' | 'value';
  attribute: string;
  /** The tag's `type`. */
  type: string;
  /** The quote of the attribute's value that is read. */
  quote: string;
  isInComment: boolean;
  inner: Inner | null;
}

const STYLE = styleMode(false) as StreamParser<unknown>;
const STYLE_LIST = styleMode(true) as StreamParser<unknown>;
const SCRIPT = scriptMode as StreamParser<unknown>;
const JSON_TEXT = jsonMode as StreamParser<unknown>;
const NAME = /^[^\s>"'=/<]+/;
/** How far behind a token its language's end is looked for, UTF-16 code units: of a longer line the library reads no more. */
const LOOKED_AT = 10_000;
/** How far an inner language is indented by itself. */
const UNIT = 2;

/** HTML, line by line, with scripts, styles and JSON in it. A piece may begin in one file and end in another: nothing is said of ends. */
export const htmlMode: StreamParser<HtmlState> = {
  name: 'html',
  startState: () => ({
    ...{ tag: '', isEndTag: false, next: 'tag', attribute: '', type: '', quote: '', isInComment: false, inner: null },
  }),
  copyState: (state) => ({
    ...state,
    inner: state.inner && { ...state.inner, state: { ...(state.inner.state as object) } },
  }),
  token(stream, state) {
    if (state.inner) return innerToken(stream, state, state.inner);
    if (state.isInComment || stream.match('<!--')) return blockComment(stream, state, /^.*?-->/s);
    return state.tag === '' ? textToken(stream, state) : tagToken(stream, state);
  },
  indent: ({ inner }, after, context) => inner?.mode.indent?.(inner.state, after, context) ?? indentAround(context),
  languageData: {
    commentTokens: { block: { open: '<!--', close: '-->' } },
    wordChars: '-_',
    indentOnInput: /^\s*<\/\w+\W$/,
  },
};

/** One token of the inner language, which sees the line up to its own end only. */
function innerToken(stream: StringStream, state: HtmlState, { mode, state: own, end }: Inner): string | null {
  const rest = stream.string.slice(stream.pos, stream.pos + LOOKED_AT);
  const until = rest.search(end);
  if (until === 0) {
    state.inner = null;
    return htmlMode.token(stream, state);
  }
  const seen = stream.string.slice(0, stream.pos + (until < 0 ? LOOKED_AT : until));
  const part = new StringStream(seen, UNIT, UNIT);
  part.pos = part.start = stream.pos;
  const style = mode.token(part, own);
  stream.pos = part.pos;
  return style;
}

function textToken(stream: StringStream, state: HtmlState): string | null {
  if (stream.match(/^<[!?][^>]*>?/)) return 'documentMeta';
  if (stream.match(/^&#?\w+;/)) return 'character';
  const begin = stream.match(/^<\/?(?=[a-z])/i);
  if (!begin) {
    stream.next();
    stream.match(/^[^<&]+/);
    return null;
  }
  state.isEndTag = stream.current() === '</';
  const name = stream.match(/^[a-z][\w:-]*/i, false);
  state.tag = (Array.isArray(name) ? name[0] : '').toLowerCase();
  state.next = 'tag';
  state.type = '';
  return 'angleBracket';
}

function tagToken(stream: StringStream, state: HtmlState): string | null {
  if (state.quote !== '') return quotedToken(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match(/^\/?>/)) return tagEnded(state);
  if (stream.eat('=')) {
    state.next = 'value';
    return 'definitionOperator';
  }
  const quote = state.next === 'value' && (stream.eat('"') ?? stream.eat("'"));
  if (quote) {
    state.quote = quote;
    if (state.attribute === 'style') state.inner = innerOf(STYLE_LIST, new RegExp(quote));
    else if (state.attribute.startsWith('on')) state.inner = innerOf(SCRIPT, new RegExp(quote));
    return 'attributeValue';
  }
  if (!stream.match(NAME)) {
    stream.next();
    return 'invalid';
  }
  const kind = state.next;
  state.next = 'attribute';
  if (kind === 'tag') return 'tagName';
  if (kind === 'value') return valueToken(stream.current(), state);
  state.attribute = stream.current().toLowerCase();
  return 'attributeName';
}

function quotedToken(stream: StringStream, state: HtmlState): string {
  if (stream.eat(state.quote)) {
    state.quote = '';
    state.next = 'attribute';
    return 'attributeValue';
  }
  stream.match(state.quote === '"' ? /^[^"]*/ : /^[^']*/);
  return valueToken(stream.current(), state);
}

function valueToken(value: string, state: HtmlState): string {
  if (state.attribute === 'type') state.type = value;
  return 'attributeValue';
}

function tagEnded(state: HtmlState): string {
  const { tag, isEndTag, type } = state;
  state.tag = '';
  if (!isEndTag && tag === 'style') state.inner = innerOf(STYLE, /<\/style\b/i);
  if (!isEndTag && tag === 'script') {
    const mode = /json|importmap|speculationrules/i.test(type) ? JSON_TEXT : SCRIPT;
    state.inner = innerOf(mode, /<\/script\b/i);
  }
  return 'angleBracket';
}

const innerOf = (mode: StreamParser<unknown>, end: RegExp): Inner => ({ mode, state: mode.startState?.(UNIT), end });
