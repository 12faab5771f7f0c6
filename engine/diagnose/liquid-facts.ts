import type { ParseWatcher } from '../compiler/parser.ts';
import { TAGS, type TagFacts } from '../language/tags.ts';
import type { Lookup, Piped, Segment } from '../syntax/expression.ts';
import { FIRST_FRAGMENT, FRAGMENT, laxExpression } from '../syntax/lax-parser.ts';
import type { Markup, OutputToken, TagToken } from '../syntax/token.ts';

/** A file of the theme that a tag names with a constant. */
interface NamedFile {
  readonly folder: NonNullable<TagFacts['names']>;
  readonly name: string;
  /** Place of the name, its quote included. */
  readonly offset: number;
}

interface Filtered {
  readonly piped: Piped;
  readonly markup: Markup;
}

/** A setting that is read by its id. */
export interface SettingRead {
  /** Whose setting: the theme's, the section's, or that of one of its blocks. */
  readonly of: 'theme' | 'section' | 'block';
  /** The variable that the path begins with. */
  readonly root: string;
  readonly id: string;
  readonly markup: Markup;
}

interface LoopVariable {
  readonly name: string | undefined;
  readonly isBlock: boolean;
}

const QUOTED = /"[^"]*"|'[^']*'/;
const INCLUDED = new RegExp(`(?:${FRAGMENT})+`);
const LOOP = /^\s*([\w-]+\??)\s+in\s+(section\s*\.\s*blocks(?=\s|$))?/;
const NOWHERE: Markup = { text: '', offset: 0 };
/** Not ids: these are computed where a list or hash has them. */
const COMMANDS: ReadonlySet<string> = new Set(['size', 'first', 'last']);

/** Gathers, while a file is parsed, what the rules ask about. */
export class LiquidFacts implements ParseWatcher {
  readonly named: NamedFile[] = [];
  readonly filtered: Filtered[] = [];
  readonly reads: SettingRead[] = [];
  readonly #loops: LoopVariable[] = [];
  #markup = NOWHERE;
  readonly #readHere = new Set<string>();

  token(token: OutputToken | TagToken): void {
    this.#markup = token.markup;
    this.#readHere.clear();
    if (token.kind !== 'tag') return;
    const { loop, names } = TAGS.get(token.name) ?? {};
    if (loop) this.#loops.push(loopVariable(token.markup));
    else if (token.name.startsWith('end') && TAGS.get(token.name.slice(3))?.loop) this.#loops.pop();
    else if (names) this.#noteName(token, names);
  }

  piped(piped: Piped, markup: Markup): void {
    if (piped.filters.length > 0) this.filtered.push({ piped, markup });
  }

  lookup({ root, path }: Lookup): void {
    if (typeof root !== 'string') return;
    const loop = this.#loops.findLast(({ name }) => name === root);
    const [first, second] = path.slice(0, 2).map(nameOf);
    const isOfTheme = root === 'settings' && !loop;
    const id = isOfTheme ? first : first === 'settings' ? second : undefined;
    const owner = root === 'section' && !loop ? 'section' : loop?.isBlock ? 'block' : undefined;
    const of = isOfTheme ? 'theme' : owner;
    if (of === undefined || id === undefined || COMMANDS.has(id)) return;
    const key = `${root} ${id}`;
    if (this.#readHere.has(key)) return;
    this.#readHere.add(key);
    this.reads.push({ of, root, id, markup: this.#markup });
  }

  #noteName({ name: tag, markup }: TagToken, folder: NamedFile['folder']): void {
    const written = (tag === 'render' ? QUOTED : tag === 'include' ? INCLUDED : FIRST_FRAGMENT).exec(markup.text)?.[0];
    if (written === undefined) return;
    const value = laxExpression(written);
    if (value.kind !== 'literal' || typeof value.value !== 'string') return;
    const offset = markup.offset + markup.text.indexOf(written);
    this.named.push({ folder, name: value.value, offset });
  }
}

function loopVariable({ text }: Markup): LoopVariable {
  const match = LOOP.exec(text);
  return { name: match?.[1], isBlock: match?.[2] !== undefined };
}

/** The property that a segment surely names. */
function nameOf(segment: Segment): string | undefined {
  if ('key' in segment) return segment.key;
  const { index } = segment;
  return index.kind === 'literal' && typeof index.value === 'string' ? index.value : undefined;
}
