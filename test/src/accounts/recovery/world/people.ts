/** Who acts in the world of recovery, and what each of them has. */

/** What is right: an intruder acts for somebody who is none of the account's people. */
type Side = 'own' | 'intruder';

/** Somebody at a keyboard: all that this person knows of the account. */
export interface Person {
  readonly name: string;
  readonly side: Side;
  /** The addresses whose mail this person reads. */
  readonly reads: readonly string[];
  password: string | null;
  /** Secrets of sessions, the newest last. */
  readonly sessions: string[];
  /** Secret of an application for codes, base32, and the deed that added it; null for one from before. */
  application: { readonly secret: string; readonly deed: Deed | null } | null;
  passes: readonly string[];
}

export const person = (name: string, side: Side, has: Partial<Person> = {}): Person => ({
  ...{ name, side, reads: [], password: null, sessions: [], application: null, passes: [] },
  ...has,
});

/** Something that was done. Times are those of the world: milliseconds, the moves of the clock included. */
export interface Deed {
  readonly who: Person;
  readonly what: string;
  readonly beganAt: number;
  endedAt: number;
  /** Whether something else was done at the same time. */
  readonly isBeside: boolean;
  /** Whether it was tried in a session that was over. */
  isOver?: true;
  /** What the person showed for it: nothing, the mailbox, a factor that the account had before, one that a deed has added. */
  shown: 'nothing' | 'mailbox' | 'factor' | Deed;
}

/** Whether a link that undoes what was done since a time is about a deed: nothing older than the time proved it. */
export function isCovered(deed: Deed, since: number): boolean {
  if (deed.shown === 'mailbox' || deed.shown === 'factor') return false;
  if (deed.shown !== 'nothing') return isCovered(deed.shown, since);
  return (deed.isBeside ? deed.beganAt : deed.endedAt) >= since;
}
