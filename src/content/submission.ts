import { isStorable } from '../storage/storable-text.ts';

/** Names that mean something to the platform in a theme's form; what they hold is not stored. All of them may be left out. */
export const RESERVED_FIELDS = {
  /** The trap: out of sight, so only a robot fills it. */
  trap: '_site_web',
  /** `page.instant`: when the page was made. */
  madeAt: '_instant',
  /** Where to go back to, relative to the page that the form stands on. */
  goBackTo: '_page',
} as const;

const RESERVED: ReadonlySet<string> = new Set(Object.values(RESERVED_FIELDS));

const FIELDS = 50;
/** UTF-16 code units. */
const NAME_UNITS = 100;
const VALUE_UNITS = 10_000;

/**
 * What nobody can have read, filled and sent sooner, milliseconds.
 *
 * The time that a page carries is not signed: a robot that would forge it can as well leave it out or wait. Nor has it an end: a
 * browser that is told that its copy of a page is still good (304) shows it with an earlier time, which only makes a visitor look
 * slower. So a page may carry it and its entity tag, too.
 */
const SHORTEST_MS = 2_000;

/** What the fields of one form hold, by name; of a name that came more than once all values. */
export type Fields = ReadonlyMap<string, string | readonly string[]>;

export type Submission =
  | { readonly kind: 'request'; readonly fields: Fields }
  /** A robot's: it fell into the trap. */
  | { readonly kind: 'spam' }
  /** Out of bounds, empty, or sent too soon: a person may have done so and is to be told. */
  | { readonly kind: 'refused' };

/** What a form sends, in its order; a name may come more than once. */
export type FormEntries = readonly (readonly [name: string, value: string])[];

/** The first value of a field, if there is one. */
export const firstValue = (entries: FormEntries, field: string): string | undefined =>
  entries.find(([name]) => name === field)?.[1];

/**
 * Judges what a form has sent.
 * @param entries names and values in the order of the form
 * @param now milliseconds since 1970
 */
export function judgeSubmission(entries: FormEntries, now: number): Submission {
  if (entries.some(([name, value]) => name === RESERVED_FIELDS.trap && value.trim() !== '')) return { kind: 'spam' };
  // Browsers send a line break as two characters, which a theme's `maxlength` counts as one.
  const own = entries
    .filter(([name]) => !RESERVED.has(name))
    .map(([name, value]) => [name, value.replaceAll('\r\n', '\n')] as const);
  const isWithinBounds = own.length <= FIELDS && own.every(isField);
  const isBlank = own.every(([, value]) => value.trim() === '');
  if (!isWithinBounds || isBlank || isTooSoon(firstValue(entries, RESERVED_FIELDS.madeAt), now))
    return { kind: 'refused' };
  return { kind: 'request', fields: grouped(own) };
}

const isField = ([name, value]: FormEntries[number]): boolean =>
  name !== '' && name.length <= NAME_UNITS && isStorable(name) && value.length <= VALUE_UNITS && isStorable(value);

/** A time to come is another instance's clock, and what is no time says nothing. */
function isTooSoon(madeAt: string | undefined, now: number): boolean {
  if (madeAt === undefined || !/^\d{13}$/.test(madeAt)) return false;
  const elapsed = now - Number(madeAt);
  return elapsed >= 0 && elapsed < SHORTEST_MS;
}

function grouped(entries: FormEntries): Fields {
  const values = new Map<string, string[]>();
  for (const [name, value] of entries) values.set(name, [...(values.get(name) ?? []), value]);
  return new Map(
    [...values].map(([name, [first = '', ...more]]) => [name, more.length > 0 ? [first, ...more] : first]),
  );
}
