const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone });
const HOUR = new Intl.DateTimeFormat('fr-FR', { hour: '2-digit', minute: '2-digit', timeZone });

/** Tells times in the zone of the reader: the server, which does not know it, has told them in that of Paris. */
export function showLocalTimes(root: ParentNode = document): void {
  for (const element of root.querySelectorAll('time')) {
    const date = new Date(element.dateTime);
    element.textContent = `${DAY.format(date)} à ${HOUR.format(date).replace(':', '\u00a0h\u00a0')}`;
  }
}
