/**
 * A fault that a simulated world has to find: a small change of the product's code. To add one: a name, the file, and a text that stands there once with
 * what takes its place.
 */
export interface Fault {
  readonly name: string;
  /** From the root of the repository on. */
  readonly file: string;
  readonly text: string;
  readonly replacement: string;
}
