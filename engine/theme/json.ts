/** The value of a JSON file of a theme; what does not parse counts as empty (decisions, JSON files at import). */
export function readJsonObject(text: string | undefined): Readonly<Record<string, unknown>> {
  const value = readJson(text);
  return isRecord(value) ? value : {};
}

/** What a number looks like that JavaScript may read as infinite: templates know no such number, and it is nil to them. */
const BEYOND_FLOATS = /[eE]\+?\d{3}|\d{309}/;

/** The value of a JSON text, or undefined when it does not parse. */
export function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return BEYOND_FLOATS.test(text) ? JSON.parse(JSON.stringify(value)) : value;
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property that is an object, else an empty one: no prototype ever answers. */
export function recordAt(record: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return isRecord(value) ? value : {};
}
