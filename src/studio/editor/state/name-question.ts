import type { Spot } from '../code/naming.ts';

/** A place that names something; 1-based. */
export interface Reference {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** Its line. */
  readonly text: string;
}

/** What the page asks or shows about a name in the text. */
export type NameQuestion =
  | { readonly kind: 'rename'; readonly spot: Spot; readonly name: string }
  | { readonly kind: 'references'; readonly references: readonly Reference[] };
