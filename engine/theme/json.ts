import { type ParseError, parse } from 'jsonc-parser';

/** Why a text is not JSON. `offset` is absent when the text ends early. */
export interface JsonMistake {
  readonly message: string;
  readonly offset?: number;
}

const ENDS_EARLY = /^(Unexpected end|Unterminated string)/;

/** `JSON.parse` is the judge; a second parser finds the place where V8 does not tell it. */
export function findJsonMistake(text: string): JsonMistake | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    const told = / at position (\d+)$/.exec(message)?.[1];
    const offset = ENDS_EARLY.test(message) ? undefined : told === undefined ? locate(text) : Number(told);
    return offset === undefined || offset >= text.trimEnd().length ? { message } : { message, offset };
  }
}

function locate(text: string): number | undefined {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    // Nested deeper than the stack: refused without a place.
    return undefined;
  }
  return errors[0]?.offset;
}

/** The value of a JSON file of a theme; what does not parse counts as empty (decisions, JSON files at import). */
export function readJsonObject(text: string | undefined): Readonly<Record<string, unknown>> {
  const value = readJson(text);
  return isRecord(value) ? value : {};
}

/** The value of a JSON text, or undefined when it does not parse. */
export function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
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
