import { localAt } from '../../text/zoned-times.ts';

const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** « 8 décembre 2026 », the day of an instant in a zone. @param instant ISO 8601 */
export const dayIn = (instant: string, zone: string): string =>
  DAY.format(new Date(`${localAt(instant, zone).day}T00:00Z`));
