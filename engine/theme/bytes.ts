/** What V8 takes for an object or a list besides its fields, and for a field, bytes. */
const OBJECT_BYTES = 32;
const FIELD_BYTES = 8;
/** The same for a text besides its characters. */
const TEXT_BYTES = 24;

const BEYOND_LATIN_1 = /[^\0-\u00ff]/;

/** Memory that a text takes, bytes: V8 writes two a character once one of them is beyond Latin-1. */
export const bytesOfText = (text: string): number => TEXT_BYTES + text.length * (BEYOND_LATIN_1.test(text) ? 2 : 1);

/** Memory that data takes, with all that it holds, bytes; as V8 lays it out, roughly. */
export function bytesOf(data: unknown): number {
  let bytes = 0;
  const open = [data];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') bytes += bytesOfText(value);
    else if (typeof value === 'object' && value !== null) {
      const fields = Object.values(value);
      bytes += OBJECT_BYTES + FIELD_BYTES * fields.length;
      for (const field of fields) if (typeof field === 'string' || typeof field === 'object') open.push(field);
    }
  }
  return bytes;
}
