import type { OutputNode } from '../document/nodes.ts';
import type { ThemeFile } from '../document/theme-documents.ts';
import { nodesIn, pipedOf, saidBy } from '../document/walk.ts';
import type { TagFacts } from '../language/tags.ts';
import type { Expression, Piped, Span } from '../syntax/expression.ts';
import type { Meaning } from '../syntax/meaning.ts';

/** A file of the theme that a tag names with a constant. */
export interface NamedFile {
  readonly folder: NonNullable<TagFacts['names']>;
  readonly name: string;
  /** Place of the name, its quotes included. */
  readonly place: Span;
}

interface LiquidFacts {
  readonly named: readonly NamedFile[];
  readonly filtered: readonly Piped[];
}

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
  return { named, filtered };
}

function namedBy(said: OutputNode | Meaning): NamedFile[] {
  if (said.kind === 'section') return fileNamed('sections', said.type);
  return said.kind === 'call' ? fileNamed('snippets', said.file) : [];
}

const fileNamed = (folder: NamedFile['folder'], name: Expression): NamedFile[] =>
  name.kind === 'literal' && typeof name.value === 'string' && name.place
    ? [{ folder, name: name.value, place: name.place }]
    : [];
