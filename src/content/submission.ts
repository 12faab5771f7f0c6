import { isStorable } from '../storage/storable-text.ts';

/** Field names with a meaning for the platform; their values are not stored. A form may leave out any of them. */
export const RESERVED_FIELDS = {
  /** The trap for robots: people do not see this field and leave it empty. */
  trap: '_site_web',
  /** `page.instant`: when the page was made. */
  madeAt: '_instant',
  /** The address to go back to, relative to the form's page. */
  goBackTo: '_page',
} as const;

const RESERVED: ReadonlySet<string> = new Set(Object.values(RESERVED_FIELDS));

const FIELDS = 50;
/** UTF-16 code units. */
const NAME_UNITS = 100;
const VALUE_UNITS = 10_000;

/**
 * The shortest time in which a person can read, fill in and send a form, milliseconds.
 *
 * The time in a page is not signed, because a robot that could forge it can also leave it out or wait. It does not expire either: a
 * browser that gets a 304 shows its copy with an earlier time, which only makes the visitor look slower. So pages with the time can have
 * entity tags.
 */
const SHORTEST_MS = 2_000;

/** What the fields of one form hold, by name; of a name that came more than once all values. */
export type Fields = ReadonlyMap<string, string | readonly string[]>;

type Submission =
  | { readonly kind: 'request'; readonly fields: Fields }
  /** Sent by a robot: the trap is filled. */
  | { readonly kind: 'spam' }
  /** Too long, empty, or sent too soon: it may come from a person, who must be told. */
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

/** A time in the future comes from the clock of another instance. Future and invalid times are ignored. */
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
