/** What is typed in a schedule: each piece is a word of its own, so that its fate can be followed. */
export interface Mark {
  readonly word: string;
  readonly account: string;
  /** When it was typed, milliseconds. */
  readonly at: number;
  /** Why nobody asks for it any more. */
  givenUp?: string;
  /** Whether it has stood on the platform. */
  isStored?: boolean;
}

/** All its signs are such that it may stand in an address, and in an id. */
const WORD = /f\d+d/g;

export const wordsIn = (text: string | null | undefined): readonly string[] => text?.match(WORD) ?? [];

/** What a text holds besides marks. */
export const withoutWords = (text: string): string => text.replaceAll(WORD, '');

/** What every text may hold besides marks. */
export const isOriginal = (word: string): boolean => /^ligne \d$/.test(word) || /^[a-e]?$/.test(word);

export class Marks {
  readonly #marks = new Map<string, Mark>();

  /** A new word; `want` says that it was typed. */
  make(account: string, at: number): string {
    const word = `f${this.#marks.size}d`;
    this.#marks.set(word, { word, account, at, givenUp: 'not typed' });
    return word;
  }

  /** A word that stands in a text is to be kept from now on. */
  want(word: string, text: string): void {
    if (wordsIn(text).includes(word)) delete this.get(word).givenUp;
  }

  get(word: string): Mark {
    const mark = this.#marks.get(word);
    if (!mark) throw new Error(`nobody has typed ${word}`);
    return mark;
  }

  /** Those that must not be lost. */
  get wanted(): readonly Mark[] {
    return [...this.#marks.values()].filter(({ givenUp }) => givenUp === undefined);
  }

  /** Those that have never stood on the platform. */
  get unstored(): readonly Mark[] {
    return [...this.#marks.values()].filter(({ isStored }) => !isStored);
  }

  /** Gives up what one text has and another one lacks, which a person has put in its place knowingly. */
  giveUp(before: string | null | undefined, after: string | null | undefined, why: string): void {
    const left = new Set(wordsIn(after));
    for (const word of wordsIn(before)) if (!left.has(word)) this.get(word).givenUp ??= why;
  }
}
