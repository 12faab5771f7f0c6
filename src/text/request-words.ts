/** What visitors sent, in words. Pure: browsers load this too. */

/** Where a site keeps what a visitor sent: a new request is `recue`. */
export const FILINGS = ['recue', 'archivee', 'indesirable'] as const;
export type Filing = (typeof FILINGS)[number];

/** The same, as people read it. */
export const FILING_WORDS: Readonly<Record<Filing, string>> = {
  recue: 'Reçue',
  archivee: 'Archivée',
  indesirable: 'Indésirable',
};

/** The value of a field as text: of a name that a form has several times all values. */
export function fieldText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(fieldText).join(', ') : JSON.stringify(value);
}

const NAME_CHARACTERS = 80;
const EXCERPT_CHARACTERS = 180;
/** A field that holds the name of a person or a firm, by its name without accents. */
const OF_NAME = /(?:^|[^a-z])(?:nom|prenom|name|firstname|lastname|surname|societe|entreprise)(?![a-z])/;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The beginning of a text, as one line. */
function beginning(text: string, characters: number): string {
  // Some characters are several units: more than enough are looked at, and no more.
  const line = text
    .slice(0, characters * 8)
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .toWellFormed();
  const all = [...line];
  return all.length > characters ? `${all.slice(0, characters - 1).join('')}…` : line;
}

/**
 * Who has sent a request, as far as the fields tell, and what it begins with.
 * @param fields in the order of the form @param address of the visitor; null without one
 */
export function summaryOf(
  fields: readonly (readonly [name: string, value: string])[],
  address: string | null,
): { readonly sender: string; readonly excerpt: string } {
  const written = fields.filter(([, value]) => value.trim() !== '');
  const named = written.filter(([name, value]) => OF_NAME.test(plain(name)) && value.length <= NAME_CHARACTERS);
  const told = named.length > 0 || address !== null ? named.slice(0, 3) : written.slice(0, 1);
  const sender = told.map(([, value]) => value).join(' ') || (address ?? '');
  const [longest = ''] = written
    .filter((field) => !told.includes(field) && field[1].trim().toLowerCase() !== address)
    .map(([, value]) => value)
    .sort((a, b) => b.length - a.length);
  return { sender: beginning(sender, NAME_CHARACTERS), excerpt: beginning(longest, EXCERPT_CHARACTERS) };
}
