/** Offsets are UTF-16 code units from the start of the file. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export interface TextToken extends Span {
  readonly kind: 'text';
}

export interface OutputToken extends Span {
  readonly kind: 'output';
  readonly markup: Markup;
  readonly trimsBefore: boolean;
  readonly trimsAfter: boolean;
}

export interface TagToken extends Span {
  readonly kind: 'tag';
  readonly name: string;
  /** The text after the name. */
  readonly markup: Markup;
  readonly trimsBefore: boolean;
  readonly trimsAfter: boolean;
}

export type Token = TextToken | OutputToken | TagToken;

/** A piece of a file that is read as an expression, and where it begins. */
export interface Markup {
  readonly text: string;
  readonly offset: number;
}
