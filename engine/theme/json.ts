import { parseJsonFile } from '../json/commented-json.ts';
import { isRecord, type Values } from '../json/values.ts';

/** The value of a JSON file of a theme; what cannot be read counts as empty (`docs/theme-format.md`, Files from elsewhere). */
export function readJsonObject(text: string | undefined): Values {
  const value = readJson(text);
  return isRecord(value) ? value : {};
}

/** What a number looks like that JavaScript may read as infinite: templates know no such number, and it is nil to them. */
const BEYOND_FLOATS = /[eE]\+?\d{3}|\d{309}/;

/** The value of a JSON text, comments and a byte order mark passed over; undefined when it cannot be read. */
export function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const value = parseJsonFile(text);
    return BEYOND_FLOATS.test(text) ? JSON.parse(JSON.stringify(value)) : value;
  } catch {
    return undefined;
  }
}
