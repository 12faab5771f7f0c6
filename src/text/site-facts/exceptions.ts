import { isRecord } from '../json.ts';
import { readSpans, type Span } from './hours.ts';
import { lineOf } from './lines.ts';

/** Days on which the opening hours of the week do not hold. Pure: browsers load this too. */

export interface HoursException {
  /** First and last day, YYYY-MM-DD. */
  readonly du: string;
  readonly au: string;
  /** « Noël »; may be empty. */
  readonly libelle: string;
  /** On each of its days; closed where empty. */
  readonly plages: readonly Span[];
}

/** Most exceptions of a site. */
export const EXCEPTIONS = 100;
/** Longest name of an exception, UTF-16 code units. */
export const LABEL_UNITS = 80;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !DAY.test(text)) return false;
  const day = new Date(`${text}T00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** What is wrong with the days and the name of an exception, in a sentence for its owner; null where nothing is. Of its hours, `hoursProblems` tells. */
export function exceptionProblem({ du, au, libelle }: Omit<HoursException, 'plages'>): string | null {
  if (!isDay(du)) return 'Le premier jour n’est pas une date.';
  if (!isDay(au)) return 'Le dernier jour n’est pas une date.';
  if (au < du) return 'Le dernier jour vient avant le premier.';
  if (libelle.length > LABEL_UNITS) return `Le nom d’une exception a au plus ${LABEL_UNITS} caractères.`;
  return null;
}

/**
 * The exceptions of a stored list by their first day; those that are none are left out. One without a last day has one day; hours of which nothing can
 * be read leave the exception out: nobody is told that a house is closed which is not.
 */
export function readExceptions(stored: unknown): HoursException[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .flatMap((entry: unknown): HoursException[] => {
      if (!isRecord(entry)) return [];
      const { du, au = du, libelle, plages = [] } = entry;
      const spans = readSpans(plages);
      if (!Array.isArray(plages) || (plages.length > 0 && spans.length === 0)) return [];
      const exception = { du, au, libelle: lineOf(libelle, LABEL_UNITS), plages: spans } as HoursException;
      return exceptionProblem(exception) === null ? [exception] : [];
    })
    .sort((one, two) => (one.du < two.du ? -1 : Number(one.du > two.du)))
    .slice(0, EXCEPTIONS);
}

/** Those that are not over. @param day YYYY-MM-DD */
export const comingExceptions = (exceptions: readonly HoursException[], day: string): HoursException[] =>
  exceptions.filter(({ au }) => au >= day);

const WORDS = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** « le 25 décembre 2026 », « du 24 au 26 décembre 2026 », « du 30 décembre 2026 au 2 janvier 2027 ». Both are days of the calendar. */
export function daysWords(du: string, au: string): string {
  if (du === au) return `le ${dayWords(du).join(' ')}`;
  const [first, last] = [dayWords(du), dayWords(au)];
  const isShared = first.map((part, n) => part === last[n]);
  const said = first.slice(0, isShared[2] ? (isShared[1] ? 1 : 2) : 3);
  return `du ${said.join(' ')} au ${last.join(' ')}`;
}

/** Day, month and year. */
function dayWords(day: string): string[] {
  const [date = '', month = '', year = ''] = WORDS.format(new Date(`${day}T00:00Z`)).split(' ');
  return [date === '1' ? '1er' : date, month, year];
}
