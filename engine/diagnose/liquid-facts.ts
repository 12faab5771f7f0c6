import type { DocumentNode, OutputNode, TagNode } from '../document/liquid-document.ts';
import type { ThemeFile } from '../document/theme-documents.ts';
import { expressionsOf, keyOf, lookupsIn, meaningsOf, nodesIn, pipedOf } from '../document/walk.ts';
import type { TagFacts } from '../language/tags.ts';
import type { Expression, Lookup, Piped, Span } from '../syntax/expression.ts';
import type { LoopMeaning, Meaning } from '../syntax/meaning.ts';

/** A file of the theme that a tag names with a constant. */
interface NamedFile {
  readonly folder: NonNullable<TagFacts['names']>;
  readonly name: string;
  /** Place of the name, its quotes included. */
  readonly place: Span;
}

/** A setting that is read by its id. */
export interface SettingRead {
  /** Whose setting: the theme's, the section's, or that of one of its blocks. */
  readonly of: 'theme' | 'section' | 'block';
  readonly id: string;
  readonly lookup: Lookup;
}

interface LiquidFacts {
  readonly named: readonly NamedFile[];
  readonly filtered: readonly Piped[];
  readonly reads: readonly SettingRead[];
}

/** Not ids: these are computed where a list or hash has them. */
const COMMANDS: ReadonlySet<string> = new Set(['size', 'first', 'last']);

/** What the rules ask about a Liquid file. */
export function factsOf(file: ThemeFile): LiquidFacts {
  const { nodes } = file.liquid();
  const named: NamedFile[] = [];
  const filtered: Piped[] = [];
  for (const said of Array.from(nodesIn(nodes)).flatMap(saidBy)) {
    const piped = pipedOf(said);
    if (piped && piped.filters.length > 0) filtered.push(piped);
    named.push(...namedBy(said));
  }
  return { named, filtered, reads: [...readsIn(nodes, [])] };
}

function saidBy(node: DocumentNode): readonly (OutputNode | Meaning)[] {
  if (node.kind === 'text') return [];
  return node.kind === 'output' ? [node] : meaningsOf(node);
}

function namedBy(said: OutputNode | Meaning): NamedFile[] {
  if (said.kind === 'section') return fileNamed('sections', said.type);
  return said.kind === 'call' ? fileNamed('snippets', said.file) : [];
}

const fileNamed = (folder: NamedFile['folder'], name: Expression): NamedFile[] =>
  name.kind === 'literal' && typeof name.value === 'string' && name.place
    ? [{ folder, name: name.value, place: name.place }]
    : [];

interface LoopVariable {
  readonly name: string;
  readonly isBlock: boolean;
}

/** @param loops those around the nodes, the innermost last */
function* readsIn(nodes: readonly DocumentNode[], loops: readonly LoopVariable[]): Generator<SettingRead> {
  for (const node of nodes) {
    if (node.kind === 'text') continue;
    const said = node.kind === 'output' ? node : node.meaning;
    if (said) yield* readsOf(said, loops);
    if (node.kind === 'tag') yield* readsInParts(node, loops);
  }
}

function* readsInParts({ meaning, parts }: TagNode, loops: readonly LoopVariable[]): Generator<SettingRead> {
  const inner = meaning?.kind === 'loop' ? [...loops, loopVariable(meaning)] : loops;
  for (const [index, part] of parts.entries()) {
    if (index > 0 && part.meaning) yield* readsOf(part.meaning, inner);
    yield* readsIn(part.nodes, inner);
  }
}

function loopVariable({ variable, list }: LoopMeaning): LoopVariable {
  const isBlock = list.kind === 'lookup' && list.root === 'section' && list.path.length === 1;
  return { name: variable.text, isBlock: isBlock && keyOf(list.path[0]) === 'blocks' };
}

function* readsOf(said: OutputNode | Meaning, loops: readonly LoopVariable[]): Generator<SettingRead> {
  for (const expression of expressionsOf(said)) {
    for (const lookup of lookupsIn(expression)) {
      const read = settingRead(lookup, loops);
      if (read) yield read;
    }
  }
}

function settingRead(lookup: Lookup, loops: readonly LoopVariable[]): SettingRead | null {
  const { root, path } = lookup;
  const loop = loops.findLast(({ name }) => name === root);
  const [first, second] = path.slice(0, 2).map(keyOf);
  const isOfTheme = root === 'settings' && !loop;
  const id = isOfTheme ? first : first === 'settings' ? second : undefined;
  const owner = root === 'section' && !loop ? 'section' : loop?.isBlock ? 'block' : undefined;
  const of = isOfTheme ? 'theme' : owner;
  return of === undefined || id === undefined || COMMANDS.has(id) ? null : { of, id, lookup };
}
