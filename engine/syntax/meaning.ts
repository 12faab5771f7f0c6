import type { Attribute, Condition, Expression, Name, Piped } from './expression.ts';

/** What a tag, or a branch of one, says: as the tag's own parser reads it for a page. */
export type Meaning =
  | { readonly kind: 'assign'; readonly variable: Name; readonly piped: Piped }
  | { readonly kind: 'capture'; readonly variable: Name }
  /** `increment` and `decrement`. */
  | { readonly kind: 'count'; readonly variable: Name }
  | LoopMeaning
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'case'; readonly value: Expression }
  | { readonly kind: 'when'; readonly values: readonly Expression[] }
  | { readonly kind: 'cycle'; readonly values: readonly Expression[] }
  | { readonly kind: 'section'; readonly type: Expression }
  | { readonly kind: 'echo'; readonly piped: Piped }
  | CallMeaning;

/** `for` and `tablerow`. */
export interface LoopMeaning {
  readonly kind: 'loop';
  readonly variable: Name;
  readonly list: Expression;
  /** `limit`, `offset`, `cols`. */
  readonly bounds: readonly Expression[];
}

/** `render` and `include`. */
export interface CallMeaning {
  readonly kind: 'call';
  readonly tag: 'render' | 'include';
  readonly file: Expression;
  /** How a value is handed over: once, or each element of it. */
  readonly joint?: 'with' | 'for' | undefined;
  readonly bound?: Expression | undefined;
  readonly alias?: Name | undefined;
  readonly passed: readonly Attribute[];
}
