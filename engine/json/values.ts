/** What a parsed JSON file holds. */
export type Values = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property that is an object, else an empty one: no prototype ever answers. */
export function recordAt(record: Values, key: string): Values {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return isRecord(value) ? value : {};
}

/** Whether a section or a block is written and not to be shown. */
export const isDisabled = ({ disabled }: Values): boolean => disabled === true;
