import type { CONSTANTS } from '../language/objects.ts';
import type { Float } from '../runtime/values.ts';

/** Where a part of a file stands, UTF-16 code units from the start of the file. */
export interface Span {
  readonly offset: number;
  /** Behind its last character. */
  readonly end: number;
}

/** What an expression of a template is made of. */
export type Expression = Literal | Emptiness | RangeExpression | Lookup;

export interface Literal {
  readonly kind: 'literal';
  readonly value: string | number | bigint | boolean | null | Float;
  /** Of a quoted text, its quotes included. */
  readonly place?: Span;
}

/** `blank` and `empty`: an empty text, but in comparisons the question whether the other side is so. */
export interface Emptiness {
  readonly kind: 'blank' | 'empty';
}

interface RangeExpression {
  readonly kind: 'range';
  readonly first: Expression;
  readonly last: Expression;
}

export interface Lookup extends Span {
  readonly kind: 'lookup';
  /** A variable's name, or the expression that gives it: `[name]`. */
  readonly root: string | Expression;
  readonly path: readonly Segment[];
}

/** `.key`, where `size`, `first` and `last` may be computed, or `[index]`. */
export type Segment = Span & ({ readonly key: string } | { readonly index: Expression });

/** A name that an author wrote. */
export interface Name {
  readonly text: string;
  readonly offset: number;
}

/** `name: value`. */
export interface Attribute {
  readonly name: Name;
  readonly value: Expression;
}

export interface FilterCall {
  readonly name: string;
  /** Place of its name. */
  readonly offset: number;
  readonly values: readonly Expression[];
  readonly named: readonly Attribute[];
}

/** An expression and the filters that it passes through. */
export interface Piped {
  readonly value: Expression;
  readonly filters: readonly FilterCall[];
}

export const COMPARISONS = ['==', '!=', '<>', '<', '>', '<=', '>=', 'contains'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** One value, or two compared. */
export interface Test {
  readonly left: Expression;
  readonly comparison?: Comparison;
  readonly right?: Expression;
}

/** Tests joined by `and` and `or`, which bind alike and from the right: the first operator weighs the first test and all the rest. */
export interface Condition {
  readonly tests: readonly Test[];
  readonly operators: readonly ('and' | 'or')[];
}

export const NIL: Literal = { kind: 'literal', value: null };

const MEANINGS: Readonly<Record<(typeof CONSTANTS)[number] | '', Literal | Emptiness>> = {
  ...{ '': NIL, nil: NIL, null: NIL, blank: { kind: 'blank' }, empty: { kind: 'empty' } },
  ...{ true: { kind: 'literal', value: true }, false: { kind: 'literal', value: false } },
};

/** The values of `nil`, `true` and the like when they are a whole expression. */
export const KEYWORDS: ReadonlyMap<string, Literal | Emptiness> = new Map(Object.entries(MEANINGS));
