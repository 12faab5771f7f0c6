import type { Segment } from '../syntax/expression.ts';
import type { Unit } from './unit.ts';

/** JavaScript for a variable, and how many segments of the path after it this includes. */
export interface Read {
  readonly code: string;
  readonly covered: number;
}

/** A loop around the emitted code: its counter and length are JavaScript variables. */
export interface Loop {
  /** `forloop` or `tablerowloop`. */
  readonly kind: 'forloop' | 'tablerowloop';
  readonly index: string;
  readonly length: string;
  /** What `forloop.name` is, as code. */
  readonly name: string;
  /** Columns of a `tablerow`, as code. */
  readonly columns?: string;
  /** Adds a statement at the start of each turn. */
  readonly declare: (statement: string) => void;
}

/**
 * Code for `forloop` or `tablerowloop` as an object.
 * @param parent code for the loop around it
 */
export function loopObject(unit: Unit, { kind, name, length, index, columns }: Loop, parent: string): string {
  return kind === 'forloop'
    ? `${unit.helper('forLoop')}(${name}, ${length}, ${index}, ${parent})`
    : `${unit.helper('tableRowLoop')}(${length}, ${columns}, ${index})`;
}

/** Names that have another meaning in a loop's body, and their meaning. */
export interface LoopScope {
  readonly variable: string;
  readonly item: string;
  readonly loop: Loop;
}

/** How emitted code reads and writes the variables of one template. */
export interface Scope {
  read(name: string, path: readonly Segment[]): Read;
  /** A variable whose name is known only when it is rendered. */
  readComputed(name: string): string;
  /** A statement. */
  assign(name: string, code: string): string;
  /** `increment` and `decrement`: an expression for the text they put out. */
  count(name: string, step: 1 | -1): string;
  /** Statements around the body of a loop's turn. */
  enterLoop(loop: LoopScope): string;
  leaveLoop(): string;
  /** What `cycle` and the like remember, as code. */
  readonly memory: string;
  /** Emits code that may run never or several times: after it, its variables are not known to be assigned. */
  perhaps(emit: () => void): void;
  /** Whether names are looked up while rendering, so that partials can share them. */
  readonly isDynamic: boolean;
}
