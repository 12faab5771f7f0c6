import type { LiquidSyntaxError } from '../syntax/syntax-error.ts';
import type { Body } from './emitter.ts';

/** A parsed file, and what the emission must know of the whole of it before it begins. */
export interface Template {
  /** Path, as errors name it. */
  readonly file: string;
  readonly source: string;
  readonly body: Body;
  readonly traits: Traits;
}

/** A file that does not parse: rendering it is an error of its caller. */
export interface Broken {
  readonly file: string;
  readonly source: string;
  readonly error: LiquidSyntaxError;
}

/** Found while a file is parsed. */
export class Traits {
  /** Variables that are read by name, in the order of their first reading. */
  readonly reads = new Set<string>();
  /** Variables that `assign` and `capture` set. */
  readonly assigned = new Set<string>();
  /** Variables that `increment` and `decrement` count. */
  readonly counted = new Set<string>();
  /** Snippets that `render` names. */
  readonly rendered = new Set<string>();
  /** Snippets that `include` names; `null` for a name that is known only when it is rendered. */
  readonly included = new Set<string | null>();
  /** Its output may depend on more than the values that it reads: on the clock, the page's nonce, or other sections. */
  varies = false;
  /** Some variable's name is known only when it is rendered: `{{ [name] }}`. */
  namesAreComputed = false;
  /** `cycle`, `ifchanged` or `offset: continue` remember something from one part of the template to the next. */
  remembers = false;
  /** `break` or `continue` may leave a block early. */
  interrupts = false;
  /** Bodies of `schema`, with their offsets. */
  readonly schemas: { readonly text: string; readonly offset: number }[] = [];
}
