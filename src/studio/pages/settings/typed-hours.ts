/** Hours and exceptions as fields have them: begun ones, too. Pure. */
import { isRecord } from '../../../../engine/json/values.ts';
import type { HoursException } from '../../../text/site-facts/exceptions.ts';
import { DAYS, type DayId, type Span } from '../../../text/site-facts/hours.ts';

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The spans of a day; hours that are not typed yet are empty. */
export const spansIn = (value: unknown): readonly Span[] =>
  Array.isArray(value) ? value.filter(isRecord).map(({ de, a }) => ({ de: textIn(de), a: textIn(a) })) : [];

/** The exceptions of a list; parts that are not typed yet are empty. */
export const typedExceptions = (value: unknown): readonly HoursException[] =>
  Array.isArray(value)
    ? value.filter(isRecord).map(({ du, au = du, libelle, plages }) => ({
        ...{ du: textIn(du), au: textIn(au), libelle: textIn(libelle), plages: spansIn(plages) },
      }))
    : [];

/** The last hour of a day is 24:00 for the platform and 00:00 for a field of the browser. */
export const fieldEnd = (a: string): string => (a === '24:00' ? '00:00' : a);
export const storedEnd = (typed: string): string => (typed === '00:00' ? '24:00' : typed);

/** Whether a span ends on the next day. */
export const isPastMidnight = ({ de, a }: Span): boolean => de !== '' && a !== '' && a !== '24:00' && a < de;

/** What a span begins with that is added: the afternoon after a morning. */
export function nextSpan(spans: readonly Span[]): Span {
  const last = spans.at(-1);
  if (!last) return { de: '09:00', a: '18:00' };
  return last.a !== '' && last.a < '14:00' && last.a > last.de ? { de: '14:00', a: '18:00' } : { de: '', a: '' };
}

export const dayPath = (day: DayId): string => `horaires.${day}`;

/** The days to which the hours of a day are copied. */
export const otherDays = (day: DayId): readonly DayId[] => DAYS.map(({ id }) => id).filter((id) => id !== day);
