/** What the page of the code editor and the thread that knows the language tell each other. */
import type { Diagnostic } from '../../contract/diagnostics.ts';
import type { Face } from './face.ts';

export type Asked = keyof Face;
/** What is said after the theme: a path, an offset in UTF-16 code units, a name. */
export type Given<Name extends Asked> = Face[Name] extends (theme: never, ...given: infer Rest) => unknown
  ? Rest
  : never;
export type Answer<Name extends Asked> = ReturnType<Face[Name]>;

export interface Changes {
  readonly kind: 'changes';
  /** Grows with each message of this kind. */
  readonly revision: number;
  /** Lines end with a line feed alone; of an asset that no file is named in, the text is empty; null takes a file away. */
  readonly texts: readonly (readonly [path: string, text: string | null])[];
  /** Whether all texts are there: of a part of a theme nobody can say what is wrong. */
  readonly isWhole: boolean;
}

export interface Question {
  readonly kind: 'question';
  readonly id: number;
  readonly asked: Asked;
  readonly given: readonly unknown[];
}

export interface Answered {
  readonly kind: 'answer';
  readonly id: number;
  readonly answer: unknown;
}

/** What is wrong with the theme after the changes of this revision. */
export interface Diagnosed {
  readonly kind: 'diagnosed';
  readonly revision: number;
  readonly diagnostics: readonly Diagnostic[];
}

export type ToThread = Changes | Question;
export type FromThread = Answered | Diagnosed;
