/** What visitors sent, in words. Pure: browsers load this too. */

/** Where a request is kept, as people read it. */
export const FILING_WORDS = { recue: 'Reçue', archivee: 'Archivée', indesirable: 'Indésirable' } as const;

/** The value of a field as text: of a name that a form has several times all values. */
export function fieldText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(fieldText).join(', ') : JSON.stringify(value);
}
