/** The body of a block that is not Liquid, and where it begins in its file, UTF-16 code units. */
export interface OpaqueBody {
  readonly tag: string;
  readonly body: string;
  readonly offset: number;
}

/** A file whose bodies that are not Liquid are blanked, so that every position in it stays true. */
export interface BlankedSource {
  readonly liquid: string;
  readonly bodies: readonly OpaqueBody[];
  /** The first such block that never ends. */
  readonly unclosed: { readonly tag: string; readonly offset: number } | null;
}

/** Blocks whose bodies are not Liquid (decisions, Liquid). */
export const OPAQUE_TAGS: ReadonlySet<string> = new Set(['schema', 'doc', 'javascript', 'stylesheet']);
/** Blocks in which no tag counts. */
const LITERAL_TAGS: ReadonlySet<string> = new Set(['raw', 'comment']);

const TAG_NAME = /\{%-?\s*([a-zA-Z_]\w*)/y;

/**
 * Replaces the bodies of `schema`, `doc`, `javascript` and `stylesheet` by blanks of the same length that keep line breaks.
 * Linear in the length of the source.
 */
export function blankOpaqueBodies(source: string): BlankedSource {
  const bodies: OpaqueBody[] = [];
  const pieces: string[] = [];
  let copied = 0;
  let unclosed: BlankedSource['unclosed'] = null;

  for (let position = 0; ; ) {
    const open = nextDelimiter(source, position);
    if (open === -1) break;
    const isTag = source[open + 1] === '%';
    const close = source.indexOf(isTag ? '%}' : '}}', open + 2);
    if (close === -1) break;
    position = close + 2;
    TAG_NAME.lastIndex = open;
    const tag = isTag ? TAG_NAME.exec(source)?.[1] : undefined;
    if (tag === undefined || !(OPAQUE_TAGS.has(tag) || LITERAL_TAGS.has(tag))) continue;

    const end = endOf(tag, source, position);
    if (end === null) {
      if (OPAQUE_TAGS.has(tag)) unclosed = { tag, offset: open };
      break;
    }
    if (OPAQUE_TAGS.has(tag)) {
      const body = source.slice(position, end.begin);
      bodies.push({ tag, body, offset: position });
      pieces.push(source.slice(copied, position), body.replace(/[^\r\n]/g, ' '));
      copied = end.begin;
    }
    position = end.finish;
  }
  pieces.push(source.slice(copied));
  return { liquid: pieces.join(''), bodies, unclosed };
}

function nextDelimiter(source: string, from: number): number {
  for (let at = source.indexOf('{', from); at !== -1; at = source.indexOf('{', at + 1)) {
    const next = source[at + 1];
    if (next === '%' || next === '{') return at;
  }
  return -1;
}

function endOf(tag: string, source: string, from: number): { begin: number; finish: number } | null {
  const pattern = new RegExp(`\\{%-?\\s*end${tag}\\s*-?%\\}`, 'g');
  pattern.lastIndex = from;
  const match = pattern.exec(source);
  return match && { begin: match.index, finish: match.index + match[0].length };
}
