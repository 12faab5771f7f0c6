import { clockWords, instantAt, localAt, localWords, momentWords } from '../../text/zoned-times.ts';

/** What a person has made of the fields of a moment. */
export type Moment =
  | { readonly kind: 'empty' }
  /** @property instant ISO 8601 */
  | { readonly kind: 'chosen'; readonly instant: string }
  /** Something is typed that names no instant, or none that is wanted. */
  | { readonly kind: 'refused'; readonly why: string };

/** What stands in the fields. */
export interface TypedMoment {
  /** YYYY-MM-DD; empty where no whole date is typed */
  readonly day: string;
  /** HH:MM; empty where no whole time is typed */
  readonly time: string;
  /** Of a time that comes twice. */
  readonly turn: Turn | null;
}

export type Turn = 'first' | 'second';

/** What is said of the fields. */
export interface ReadMoment {
  readonly moment: Moment;
  /** Under the fields. */
  readonly sentence: string;
  /** Whether something is wrong, more than that a field is still empty. */
  readonly isWrong: boolean;
  /** The time that comes twice, in words. */
  readonly twice: string | null;
  /** The time that follows one that does not exist. */
  readonly next: { readonly typed: TypedMoment; readonly words: string } | null;
}

export interface ReadingOptions {
  readonly zone: string;
  /** What is said while the fields are empty. */
  readonly whenEmpty: string;
  /** The moment must be later, ms since 1970; null where any will do */
  readonly after: number | null;
}

const NOTHING = { isWrong: false, twice: null, next: null };

/** The fields of an instant. @param instant ISO 8601; null for empty fields */
export function typedFrom(instant: string | null, zone: string): TypedMoment {
  if (instant === null) return { day: '', time: '', turn: null };
  const local = localAt(instant, zone);
  const named = instantAt(local.day, local.time, zone);
  const isSecond = named.kind === 'two' && Date.parse(instant) >= Date.parse(named.second);
  return { ...local, turn: named.kind === 'two' ? (isSecond ? 'second' : 'first') : null };
}

/** What the fields say. */
export function readMoment(typed: TypedMoment, { zone, whenEmpty, after }: ReadingOptions): ReadMoment {
  const { day, time, turn } = typed;
  if (day === '' && time === '') return { ...NOTHING, moment: { kind: 'empty' }, sentence: whenEmpty };
  if (day === '') return refused('Donnez aussi le jour.');
  if (time === '') return refused('Donnez aussi l’heure.');
  const named = instantAt(day, time, zone);
  if (named.kind === 'none') {
    const words = localWords(named.next, zone);
    const why = `Ce jour-là, les horloges avancent : ${clockWords(time)} n’existe pas. Le moment qui suit est ${words}.`;
    const next = { typed: typedFrom(named.next, zone), words };
    return { ...refused(why), isWrong: true, next };
  }
  if (named.kind === 'one') return chosen(named.instant);
  const twice = clockWords(time);
  if (turn) return { ...chosen(named[turn]), twice };
  return {
    ...refused('Ce jour-là, les horloges reculent, et cette heure vient deux fois : choisissez laquelle.'),
    twice,
  };

  function chosen(instant: string): ReadMoment {
    const words = momentWords(instant, zone);
    if (after !== null && Date.parse(instant) <= after) {
      return { ...refused(`Ce moment est passé : ${words}. Choisissez-en un qui vient.`), isWrong: true };
    }
    return { ...NOTHING, moment: { kind: 'chosen', instant }, sentence: `${words}.` };
  }
}

const refused = (why: string): ReadMoment => ({ ...NOTHING, moment: { kind: 'refused', why }, sentence: why });
