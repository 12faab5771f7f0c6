import type { Expression, Lookup, Piped, Segment } from '../syntax/expression.ts';
import type { Meaning } from '../syntax/meaning.ts';
import type { DocumentNode, OutputNode } from './nodes.ts';

/** All nodes, in the order of the file: a tag before what it holds. */
export function* nodesIn(nodes: readonly DocumentNode[]): Generator<DocumentNode> {
  for (const node of nodes) {
    yield node;
    if (node.kind === 'tag') for (const part of node.parts) yield* nodesIn(part.nodes);
  }
}

/** What a node says: an output itself, a tag first what it says and then what each of its branches says; a text nothing. */
export function saidBy(node: DocumentNode): readonly (OutputNode | Meaning)[] {
  if (node.kind === 'text') return [];
  if (node.kind === 'output') return [node];
  return [node.meaning, ...node.parts.slice(1).map(({ meaning }) => meaning)].filter((one) => one !== undefined);
}

/** An expression with the filters that it passes through; undefined for what has none. */
export const pipedOf = (said: OutputNode | Meaning): Piped | undefined => ('piped' in said ? said.piped : undefined);

/** The expressions that an output or a tag says, not those within them. */
export function expressionsOf(said: OutputNode | Meaning): readonly Expression[] {
  const piped = pipedOf(said);
  if (piped) {
    const { value, filters } = piped;
    return [value, ...filters.flatMap(({ values, named }) => [...values, ...named.map((one) => one.value)])];
  }
  switch (said.kind) {
    case 'loop':
      return [said.list, ...said.bounds];
    case 'condition':
      return said.condition.tests.flatMap(({ left, right }) => (right ? [left, right] : [left]));
    case 'case':
      return [said.value];
    case 'when':
    case 'cycle':
      return said.values;
    case 'section':
      return [said.type];
    case 'call': {
      const { file, bound, passed } = said;
      return [file, ...(bound ? [bound] : []), ...passed.map(({ value }) => value)];
    }
    default:
      return [];
  }
}

/** The variables that an expression reads, those of its brackets behind the one that they stand in. */
export function* lookupsIn(expression: Expression): Generator<Lookup> {
  if (expression.kind === 'range') {
    yield* lookupsIn(expression.first);
    yield* lookupsIn(expression.last);
  }
  if (expression.kind !== 'lookup') return;
  yield expression;
  if (typeof expression.root !== 'string') yield* lookupsIn(expression.root);
  for (const segment of expression.path) if ('index' in segment) yield* lookupsIn(segment.index);
}

/** The property that a segment surely names. */
export function keyOf(segment: Segment | undefined): string | undefined {
  if (!segment) return undefined;
  if ('key' in segment) return segment.key;
  const { index } = segment;
  return index.kind === 'literal' && typeof index.value === 'string' ? index.value : undefined;
}
