import type { DocumentNode, DocumentPart, TagNode } from '../../document/nodes.ts';
import { isEmpty, Lexer, type TagListener, type TagMistake, writeLiquid } from './lexer.ts';
import { Nesting, type NestingMistake } from './nesting.ts';
import { agree, beginning, join, type Path } from './path.ts';
import type { Branch, Place, Tag } from './tags.ts';

/** Ways through a file that are followed at once. */
const PATHS_AT_MOST = 12;

/** How often the text of a file may be read in all, along its ways and in the turns of its loops. */
const READINGS_AT_MOST = 8;
/** What it costs to begin with a text, and what a short file may cost. */
const UNITS_OF_A_TEXT = 16;
const UNITS_IN_ANY_CASE = 4096;

/** Tags that put out markup, or may. */
const WRITES: ReadonlySet<string> = new Set([
  'echo',
  'cycle',
  'increment',
  'decrement',
  'render',
  'include',
  'section',
]);

/** Tags whose contents are no markup of their place. */
const APART: ReadonlySet<string> = new Set(['style', 'schema', 'javascript', 'stylesheet', 'comment', 'doc', '#']);

/** What is wrong in the HTML of a file, whatever the other files hold. */
export interface TagProblem extends Place {
  readonly kind: TagMistake | 'commentaire_ouvert';
  readonly name: string;
}

/** The HTML of a Liquid file. */
export interface Html {
  /** Its start tags, by place. */
  readonly tags: readonly Tag[];
  readonly problems: readonly TagProblem[];
  readonly nesting: readonly NestingMistake[];
  /** How many elements have an end tag that might be left out. */
  readonly saidEnds: number;
}

/**
 * Reads the HTML between the Liquid of a file, along each way that a page may take through its branches. Linear; never throws.
 * @param isWhole whether no other file goes on where this one ends, inside of a tag
 */
export function readHtml(source: string, nodes: readonly DocumentNode[], isWhole: boolean): Html {
  const reader = new Reader(source);
  reader.fragment(nodes, isWhole);
  return reader.found();
}

class Reader implements TagListener {
  readonly #source: string;
  readonly #lexer = new Lexer(this);
  readonly #nesting: Nesting;
  readonly #tags = new Map<number, Tag>();
  readonly #problems = new Map<string, TagProblem>();
  /** Places of tags and comments that end, on whatever way. */
  readonly #ended = new Set<number>();
  #isLost = false;
  #units = 0;
  /** Ways that leave a loop before its end. */
  #leaving: Path[] = [];

  constructor(source: string) {
    this.#source = source;
    this.#nesting = new Nesting(source);
  }

  found(): Html {
    const tags = [...this.#tags.values()].sort((a, b) => a.start - b.start);
    const problems = [...this.#problems.values()];
    const nesting = this.#isLost ? [] : this.#nesting.mistakes();
    return { tags, problems, nesting, saidEnds: this.#nesting.saidEnds };
  }

  /** Reads what begins and ends on its own: a file, or what is captured. */
  fragment(nodes: readonly DocumentNode[], isWhole: boolean): void {
    const branch: Branch = { around: null };
    const around = this.#nesting.begin();
    for (const path of this.#read(nodes, [beginning()], branch)) {
      const { mode, since, tag, attribute } = path;
      if (mode === 'comment') this.#unended('commentaire_ouvert', { start: since, end: since + 4 }, '');
      if (!tag || (!isWhole && !attribute?.hasEnd)) continue;
      if (mode === 'quoted' && attribute) {
        this.#unended('guillemet_ouvert', { start: attribute.start, end: attribute.nameEnd }, attribute.name);
      } else this.#unended('balise_ouverte', { start: tag.start, end: tag.start + 1 + tag.name.length }, tag.name);
    }
    this.#nesting.resume(around);
    for (const [key, { start, kind }] of this.#problems) {
      if (kind !== 'attribut_en_double' && this.#ended.has(start)) this.#problems.delete(key);
    }
  }

  #unended(kind: TagProblem['kind'], place: Place, name: string): void {
    this.#problems.set(`${place.start} ${kind}`, { ...place, kind, name });
    this.#isLost = true;
  }

  tag(path: Path, tag: Tag, endsItself: boolean): void {
    if (!tag.isEnd) this.#start(path, tag, endsItself);
    else if (!this.#isLost) this.#nesting.close(path, tag);
    if (this.#nesting.isBeyond(path)) this.lost();
  }

  #start(path: Path, tag: Tag, endsItself: boolean): void {
    const known = this.#tags.get(tag.start);
    if (known) {
      const attributes = [...new Set([...known.attributes, ...tag.attributes])];
      this.#tags.set(tag.start, { ...tag, attributes, hasUnknown: known.hasUnknown || tag.hasUnknown });
    } else this.#tags.set(tag.start, tag);
    if (!this.#isLost && !isEmpty(tag.name)) this.#nesting.open(path, tag, endsItself);
  }

  mistake(kind: TagMistake, place: Place, name: string): void {
    this.#problems.set(`${place.start} ${kind}`, { ...place, kind, name });
  }

  ended(start: number): void {
    this.#ended.add(start);
  }

  lost(): void {
    this.#isLost = true;
  }

  #read(nodes: readonly DocumentNode[], begun: Path[], branch: Branch): Path[] {
    let paths = begun;
    for (const node of nodes) {
      if (paths.length === 0) return paths;
      paths = this.#node(node, paths, branch);
    }
    return paths;
  }

  #node(node: DocumentNode, paths: Path[], branch: Branch): Path[] {
    if (node.kind === 'text') return this.#text(this.#source.slice(node.start, node.end), node.start, paths, branch);
    if (node.kind === 'output') return this.#writes(paths, node.markup.text);
    if (node.name === 'raw') return node.raw ? this.#text(node.raw.text, node.raw.offset, paths, branch) : paths;
    if (node.name === 'capture') {
      this.fragment(node.parts[0]?.nodes ?? [], false);
      return paths;
    }
    if (APART.has(node.name)) return paths;
    if (WRITES.has(node.name)) return this.#writes(paths, node.markup.text);
    if (node.name === 'break' || node.name === 'continue') {
      this.#leaving.push(...paths);
      return [];
    }
    if (node.name === 'liquid') return this.#read(node.parts[0]?.nodes ?? [], paths, branch);
    return node.parts.length > 0 ? this.#branches(node, paths, branch) : paths;
  }

  #text(text: string, base: number, paths: Path[], branch: Branch): Path[] {
    this.#units += (text.length + UNITS_OF_A_TEXT) * paths.length;
    if (this.#units > (this.#source.length + UNITS_IN_ANY_CASE) * READINGS_AT_MOST) {
      this.#isLost = true;
      return [];
    }
    for (const path of paths) this.#lexer.read(path, text, base, branch);
    return this.#joined(paths);
  }

  #writes(paths: Path[], written: string): Path[] {
    const liquid = `{{${written.trim().replace(/\s+/g, ' ')}}}`;
    for (const path of paths) writeLiquid(this.#lexer, path, liquid);
    return paths;
  }

  #branches(node: TagNode, paths: Path[], branch: Branch): Path[] {
    if (node.name === 'for' || node.name === 'tablerow') return this.#loop(node, paths, branch);
    const after = partsOf(node).flatMap((part) => this.#read(part.nodes, copied(paths), { around: branch }));
    return this.#joined(hasOtherwise(node) ? after : [...after, ...paths]);
  }

  /** No turn, one, and a second one where the first has left something open. */
  #loop({ parts }: TagNode, paths: Path[], branch: Branch): Path[] {
    const outer = this.#leaving;
    const [body, otherwise] = parts;
    const without = otherwise ? this.#read(otherwise.nodes, copied(paths), { around: branch }) : copied(paths);
    let after = paths;
    for (let turn = 0; body && turn < 2; turn++) {
      const before = after;
      this.#leaving = [];
      after = this.#joined(this.#read(body.nodes, copied(before), { around: branch }).concat(this.#leaving));
      if (after.every((path) => before.some((other) => agree(path, other)))) break;
      if (turn === 0) without.push(...copied(after));
    }
    this.#leaving = outer;
    return this.#joined([...without, ...after]);
  }

  /** Ways that agree become one. */
  #joined(paths: Path[]): Path[] {
    if (paths.length < 2) return paths;
    const kept: Path[] = [];
    for (const path of paths) {
      const same = kept.find((other) => agree(other, path));
      if (same) join(same, path);
      else kept.push(path);
    }
    if (kept.length <= PATHS_AT_MOST) return kept;
    this.#isLost = true;
    return kept.slice(0, PATHS_AT_MOST / 2);
  }
}

const copied = (paths: readonly Path[]): Path[] => paths.map((path) => ({ ...path }));

/** What stands before the first `when` is not shown. */
const partsOf = ({ name, parts }: TagNode): readonly DocumentPart[] => (name === 'case' ? parts.slice(1) : parts);

/** Whether one of its branches is always taken. */
const hasOtherwise = ({ name, parts }: TagNode): boolean =>
  name !== 'tablerow' && parts.some(({ tag }) => tag.name === 'else');
