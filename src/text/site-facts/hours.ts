import { isRecord } from '../json.ts';
import { clockWords } from '../zoned-times.ts';

/** Opening hours, by day of the week. Pure: browsers load this too. */

/** From an hour to another one, HH:MM. An end before its beginning is on the next day; the end of a day is 24:00. */
export interface Span {
  readonly de: string;
  readonly a: string;
}

/** The days of a week, as settings name them. */
export const DAYS = [
  { id: 'lundi', name: 'Lundi', schema: 'Monday' },
  { id: 'mardi', name: 'Mardi', schema: 'Tuesday' },
  { id: 'mercredi', name: 'Mercredi', schema: 'Wednesday' },
  { id: 'jeudi', name: 'Jeudi', schema: 'Thursday' },
  { id: 'vendredi', name: 'Vendredi', schema: 'Friday' },
  { id: 'samedi', name: 'Samedi', schema: 'Saturday' },
  { id: 'dimanche', name: 'Dimanche', schema: 'Sunday' },
] as const;
export type DayId = (typeof DAYS)[number]['id'];

/** Hours of a week: a day with an empty list is closed, of an absent day nothing is said. */
export type WeekHours = Readonly<Partial<Record<DayId, readonly Span[]>>>;

/** Most spans of a day. */
export const SPANS = 6;

const CLOSED = 'Fermé';
const ALL_DAY = '24 h sur 24';
const NOON = 'midi';
const MIDNIGHT = 'minuit';
const DAY_END = '24:00';

const BEGIN = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const isAllDay = ({ de, a }: Span): boolean => de === '00:00' && a === DAY_END;

/** Whether an hour is one at which a span may begin. */
const isBegin = (text: unknown): text is string => typeof text === 'string' && BEGIN.test(text);
const isEnd = (text: unknown): text is string => text === DAY_END || isBegin(text);

/** What is wrong with one span of a day. */
export interface HoursProblem {
  /** Place of the span in its list, from 0 on. */
  readonly place: number;
  /** A sentence for its owner. */
  readonly words: string;
}

/** What is wrong with the hours of a day; empty where they can be kept as they are. */
export function hoursProblems(spans: readonly Span[]): HoursProblem[] {
  const problems = spans.flatMap(({ de, a }, place): HoursProblem[] => {
    const say = (words: string) => [{ place, words }];
    if (!isBegin(de)) return say('L’heure d’ouverture s’écrit comme « 09:00 ».');
    if (!isEnd(a)) return say('L’heure de fermeture s’écrit comme « 18:30 ».');
    return de === a ? say('L’heure de fermeture est aussi celle de l’ouverture.') : [];
  });
  if (problems.length > 0) return problems;
  if (spans.length > SPANS) return [{ place: SPANS, words: `Une journée a au plus ${SPANS} plages d’ouverture.` }];
  const order = spans.map((span, place) => ({ span, place })).sort((one, two) => (one.span.de < two.span.de ? -1 : 1));
  return order.flatMap(({ span, place }, n) => {
    const before = order[n - 1]?.span;
    const overlaps = before && (before.a < before.de || before.a > span.de);
    return overlaps ? [{ place, words: 'Cette plage commence avant la fin d’une autre.' }] : [];
  });
}

/** The spans of a stored list in the order of the day; those that are no spans, or begin before another one ends, are left out. */
export function readSpans(stored: unknown): Span[] {
  if (!Array.isArray(stored)) return [];
  const spans = stored
    .filter(isRecord)
    .map(({ de, a }) => ({ de, a: a === '00:00' ? DAY_END : a }) as Span)
    .filter((span) => hoursProblems([span]).length === 0)
    .sort((one, two) => (one.de < two.de ? -1 : 1));
  const kept: Span[] = [];
  for (const span of spans) {
    if (kept.length < SPANS && hoursProblems([...kept, span]).length === 0) kept.push(span);
  }
  return kept;
}

/** The hours of a stored week. A day that is no list, or a list of which nothing can be read, says nothing. */
export function readHours(stored: unknown): WeekHours {
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    DAYS.flatMap(({ id }): [DayId, Span[]][] => {
      const list = Object.hasOwn(stored, id) ? stored[id] : undefined;
      if (!Array.isArray(list)) return [];
      const spans = readSpans(list);
      return list.length > 0 && spans.length === 0 ? [] : [[id, spans]];
    }),
  );
}

/** « 9 h – 12 h 30, 14 h – 18 h », « 24 h sur 24 », « Fermé ». @param spans of `readSpans` */
export function hoursWords(spans: readonly Span[]): string {
  if (spans.length === 0) return CLOSED;
  return spans
    .map((span) => (isAllDay(span) ? spaced(ALL_DAY) : `${clockWords(span.de)} – ${endWords(span.a)}`))
    .join(', ');
}

const endWords = (end: string): string => (end === DAY_END ? MIDNIGHT : clockWords(end));
const spaced = (words: string): string => words.replaceAll(' ', '\u00a0');

const HOUR = String.raw`(\d{1,2}) ?(?:h|:|heures?)? ?(\d{2})?|midi|minuit`;
const TYPED = new RegExp(`^(?:de )?(${HOUR}) ?(?:-|à|a) ?(${HOUR})$`);

/**
 * Reads hours as people type them: « 9h-12h30, 14 h à 18 h », « 9:00–18:00 », « 19 h – minuit », « 24 h/24 », « fermé ».
 * @returns null where the text says something else; what is wrong with the hours themselves, `hoursProblems` tells
 */
export function parseHours(typed: string): Span[] | null {
  const text = typed
    .slice(0, 200)
    .toLowerCase()
    .replace(/[–—]/g, '-')
    .replace(/[\s.]+/g, ' ')
    .trim();
  if (/^ferm[ée]e?$/.test(text)) return [];
  if (/^24 ?h? ?(?:\/|sur) ?24 ?h?$/.test(text)) return [{ de: '00:00', a: DAY_END }];
  const spans = text.split(/ ?(?:,|;|\/| et |\bpuis\b) ?/).map(parseSpan);
  return spans.includes(null) ? null : (spans as Span[]);
}

function parseSpan(text: string): Span | null {
  const [, begin, beginHour, beginMinute, end, endHour, endMinute] = TYPED.exec(text) ?? [];
  const de = clockOf(begin, beginHour, beginMinute, '00:00');
  const a = clockOf(end, endHour, endMinute, DAY_END);
  return isBegin(de) && isEnd(a) ? { de, a } : null;
}

function clockOf(word: string | undefined, hour: string | undefined, minute = '00', midnight: string): string | null {
  if (word === NOON) return '12:00';
  if (word === MIDNIGHT) return midnight;
  return hour === undefined ? null : `${hour.padStart(2, '0')}:${minute}`;
}
