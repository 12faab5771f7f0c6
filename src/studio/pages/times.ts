const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone });
const HOUR = new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit', timeZone });

/** « 24 novembre 2026 à 19 h 45 », in the zone of the reader. @param instant ISO 8601 */
export function localTime(instant: string): string {
  const date = new Date(instant);
  return `${DAY.format(date)} à ${HOUR.format(date).replace(':', '\u00a0h\u00a0')}`;
}

/** Shows times in the reader's time zone: the server does not know it and writes times of Paris. */
export function showLocalTimes(root: ParentNode = document): void {
  for (const element of root.querySelectorAll('time')) element.textContent = localTime(element.dateTime);
}
