import { parseJsonFile } from '../../../engine/json/commented-json.ts';
import { isRecord, type Values } from '../../../engine/json/values.ts';

/** The value of a JSON text of a theme; undefined where there is none, or one that cannot be read. */
export function jsonValue(text: string | null | undefined): unknown {
  try {
    return parseJsonFile(text ?? '');
  } catch {
    return undefined;
  }
}

/** The same where an object is meant; anything else counts as empty, as on pages. */
export function jsonObject(text: string | null | undefined): Values {
  const value = jsonValue(text);
  return isRecord(value) ? value : {};
}
