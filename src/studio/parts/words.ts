/** What the studio says of numbers and times. */

/** « 1 fichier », « 2 fichiers »; nothing and one are singular in French. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count > 1 ? many : one}`;

/** In a browser times are those of its zone; the server does not know the zone, and writes times of most readers. */
const ZONE = typeof document === 'undefined' ? { timeZone: 'Europe/Paris' } : {};
const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', ...ZONE });
const HOUR = new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit', ...ZONE });

/** « 24 novembre 2026 à 19 h 45 ». @param instant ISO 8601 */
export function timeWords(instant: string): string {
  const date = new Date(instant);
  return `${DAY.format(date)} à ${HOUR.format(date).replace(':', '\u00a0h\u00a0')}`;
}
