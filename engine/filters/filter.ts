/** One filter of the language: what it does, and with how many arguments besides its input. */
export interface Filter {
  readonly run: (...values: never[]) => unknown;
  readonly least: number;
  readonly most: number;
  /** Its result is always a string, so that an output can append it as it is. */
  readonly givesText: boolean;
  /** It gives text, but nil for nil. */
  readonly keepsNil: boolean;
  /** Its result depends on nothing but its input and arguments, so that it may be known before the render. */
  readonly constant: boolean;
  /** It is also given the id of the theme, after its arguments. */
  readonly ofTheme: boolean;
}

export type Filters = Readonly<Record<string, Filter>>;

export const valueFilter = (run: Filter['run'], least = 0, most = least, more: Partial<Filter> = {}): Filter => ({
  run,
  least,
  most,
  givesText: false,
  keepsNil: false,
  constant: true,
  ofTheme: false,
  ...more,
});

/** A filter whose result is text. */
export const textFilter = (run: (...values: never[]) => string, least = 0, most = least, more: Partial<Filter> = {}) =>
  valueFilter(run, least, most, { givesText: true, ...more });
