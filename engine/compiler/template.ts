import type { LiquidSyntaxError } from '../syntax/syntax-error.ts';
import type { Body } from './emitter.ts';
import type { Traits } from './traits.ts';

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
