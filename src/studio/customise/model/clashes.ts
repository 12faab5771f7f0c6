import { type Compared, comparedWhole, type MergeConflict, type Side, type Versions } from '../../../merge/conflict.ts';
import { compareByKey } from '../../../merge/document-merge.ts';
import type { UnsavedWork } from '../../unsaved/unsaved-work.ts';

/** A value that was changed here and elsewhere; without keys it is the whole file, which a side may have removed. */
export interface Clash extends MergeConflict {
  readonly file: string;
}

/** Compares JSON as the forms change it: what is no JSON they do not show. */
export const compareForms = (versions: Versions): Compared => compareByKey(versions) ?? comparedWhole(versions);

/** What both sides have made of a file; a removed file is a clash of its own. */
function comparedIn(
  work: UnsavedWork,
  file: string,
): Pick<Compared, 'conflicts'> & { textWith(of: (one: MergeConflict) => Side): string | null } {
  const { base = null, mine = null, theirs = null } = work.sidesOf(file) ?? {};
  if (mine !== null && theirs !== null) return compareForms({ base: base ?? '', mine, theirs });
  const whole = { base, mine, theirs };
  return { conflicts: [whole], textWith: (sideOf) => whole[sideOf(whole)] };
}

/** The values between which a person must choose. */
export const clashesIn = (work: UnsavedWork): readonly Clash[] =>
  work.conflicts.flatMap((file) => comparedIn(work, file).conflicts.map((one) => ({ file, ...one })));

/** Settles all conflicts: what does not clash is kept of both sides. */
export function settle(work: UnsavedWork, chosen: (clash: Clash) => Side): void {
  for (const file of work.conflicts) {
    work.resolve(
      file,
      comparedIn(work, file).textWith((one) => chosen({ file, ...one })),
    );
  }
}
