const IN_TEXT = /[&<>\u00a0]/g;
const IN_ATTRIBUTE = /[&"<>\u00a0]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

/** Text as it is written between tags; a character that cannot be stored is left out. */
export const escapeText = (text: string): string =>
  text.replaceAll('\0', '').replace(IN_TEXT, (character) => ESCAPES[character] ?? '');

/** Attributes as they stand in a tag, those of null left out. */
export function writeAttributes(...lists: readonly (Readonly<Record<string, unknown>> | null | undefined)[]): string {
  let written = '';
  for (const list of lists) {
    for (const [name, value] of Object.entries(list ?? {})) {
      if (value !== null && value !== undefined) written += ` ${name}="${escapeAttribute(String(value))}"`;
    }
  }
  return written;
}

const escapeAttribute = (value: string): string =>
  value.replaceAll('\0', '').replace(IN_ATTRIBUTE, (character) => ESCAPES[character] ?? '');
