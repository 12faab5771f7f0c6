import type { Variable } from '../document/scopes.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import type { ValueType } from '../language/value-types.ts';
import type { Chain } from './expressions.ts';
import type { LiquidPlace } from './liquid-place.ts';
import type { Parameter } from './parameters.ts';

/** What is known at the place of a cursor in Liquid. */
export interface LiquidContext {
  readonly source: string;
  readonly place: LiquidPlace;
  readonly theme: ThemeDocuments;
  /** What there is at the place, by name: objects, and variables of the file. */
  readonly variables: ReadonlyMap<string, Variable>;
  /** The type of what a path leads to at the place, as far as the conditions around it leave. */
  readonly typeOf: (chain: Chain) => ValueType;
  /** Blocks around the place, the innermost last. */
  readonly openTags: readonly string[];
  /** The tag whose name is being written has its end already. */
  readonly isEnded: boolean;
  /** A section's schema may stand here. */
  readonly takesSchema: boolean;
  /** What the branches of a `case` around the place compare with. */
  readonly subject: Chain | undefined;
  /** Keys of menus that the theme names. */
  readonly menuKeys: () => readonly string[];
  readonly parametersOf: (snippet: string) => readonly Parameter[];
}
