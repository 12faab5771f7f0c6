const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });

/** « 24 novembre 2026 », in Paris. @param instant ISO 8601 */
export const dayWords = (instant: string): string => DAY.format(new Date(instant));
