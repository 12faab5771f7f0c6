/** What a page and the thread that compares for it tell each other. */

/** What the page asks the thread; the message brings a port, to which the thread sends the `Difference`. */
export interface Comparison {
  readonly before: string;
  readonly after: string;
}

/** What differs between two texts, with some lines around it. */
export interface Difference {
  readonly rows: readonly Row[];
  /** Rows that were left out after these. */
  readonly left: number;
  /** Whether the lines between the first and the last difference were not compared one by one, because too many differ. */
  readonly isRough: boolean;
}

export interface Row {
  /** `gap` stands where lines that are the same are left out; `note` says something about the line before it. */
  readonly kind: 'same' | 'removed' | 'added' | 'gap' | 'note';
  /** Number of the line in each text, from 1 on; null where the text does not have it. */
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
}
