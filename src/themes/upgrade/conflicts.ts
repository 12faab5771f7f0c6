/** How an upgrade shows its conflicts. */
import type { MergeConflict } from '../../merge/conflict.ts';

/** The first conflicts of a file, each text cut to a length that people read. */
export interface ShownConflicts {
  readonly shown: readonly ShownConflict[];
  /** How many further conflicts the file has. */
  readonly more: number;
}

export interface ShownConflict extends MergeConflict {
  /** Whether one of the texts is cut. */
  readonly isCut: boolean;
}

const SHOWN_AT_MOST = 20;
/** Of each text, UTF-16 units. */
const SHOWN_UNITS = 2_000;
/** Names of keys and items, and the units of each. */
const SHOWN_KEYS = 12;
const SHOWN_KEY_UNITS = 80;

export function shownConflicts(conflicts: readonly MergeConflict[]): ShownConflicts {
  return { shown: conflicts.slice(0, SHOWN_AT_MOST).map(cut), more: Math.max(0, conflicts.length - SHOWN_AT_MOST) };
}

/** Of all files of an upgrade together: an answer of some megabytes would help nobody. */
const SHOWN_UNITS_OF_ALL = 400_000;

/** The first conflicts of each file, as many as one answer may have. */
export function boundTogether(conflicts: readonly (ShownConflicts | null)[]): readonly (ShownConflicts | null)[] {
  let left = SHOWN_UNITS_OF_ALL;
  return conflicts.map((ofFile) => {
    if (!ofFile) return null;
    const shown = ofFile.shown.filter(({ base, mine, theirs }) => {
      left -= (base?.length ?? 0) + (mine?.length ?? 0) + (theirs?.length ?? 0);
      return left >= 0;
    });
    return { shown, more: ofFile.more + ofFile.shown.length - shown.length };
  });
}

function cut({ line, keys, base, mine, theirs }: MergeConflict): ShownConflict {
  const isCut = [base, mine, theirs].some((text) => (text?.length ?? 0) > SHOWN_UNITS);
  return {
    ...(line !== undefined && { line }),
    ...(keys !== undefined && { keys: keys.slice(0, SHOWN_KEYS).map((key) => start(key, SHOWN_KEY_UNITS)) }),
    base: base && start(base, SHOWN_UNITS),
    mine: mine && start(mine, SHOWN_UNITS),
    theirs: theirs && start(theirs, SHOWN_UNITS),
    isCut,
  };
}

/** The beginning of a text, as a separate string that does not end in half a character. */
const start = (text: string, units: number): string =>
  text.length <= units
    ? text
    : text
        .slice(0, units)
        .toWellFormed()
        .replace(/\ufffd$/, '');
