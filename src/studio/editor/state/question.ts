import type { Spot } from '../code/naming.ts';
import type { Place } from './tabs.ts';

/** A place that names something. */
export interface Reference extends Place {
  readonly path: string;
  /** The line of the text in which the place is. */
  readonly text: string;
}

/** What the page asks or shows above the text. */
export type Question =
  | { readonly kind: 'new' | 'open' }
  | { readonly kind: 'move' | 'remove'; readonly path: string }
  /** Another name for what is named at a place of the text. */
  | { readonly kind: 'rename'; readonly spot: Spot; readonly name: string }
  | { readonly kind: 'references'; readonly references: readonly Reference[] }
  /** Whether a save may change a theme that was published meanwhile. */
  | { readonly kind: 'published' };
