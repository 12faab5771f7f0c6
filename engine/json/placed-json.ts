/** The values of a JSON text with their places. Pure. */

/** A value, or a member of an object: its key and its value. */
export interface PlacedJson {
  readonly type: 'object' | 'array' | 'member' | 'string' | 'other';
  /** UTF-16 code units from the start of the text. */
  readonly offset: number;
  readonly length: number;
  /** What a string means; empty for all others. */
  readonly value: string;
  /** Of an object its members, of an array its values, of a member its key and its value. */
  readonly children: readonly PlacedJson[];
}

/** Deepest nesting: who works on the values calls itself for each level. */
const DEEPEST = 1_000;

const TOKEN = /"(?:[^"\\]+|\\.)*"|[[\]{}]|[^\s[\]{},:"]+/g;

const ENDS: ReadonlyMap<string, 'object' | 'array'> = new Map([
  ['}', 'object'],
  [']', 'array'],
]);

/** @throws SyntaxError for what is not JSON, RangeError for what is nested too deep */
export function placedJson(text: string): PlacedJson {
  JSON.parse(text);
  const root: PlacedJson[] = [];
  /** What is open: the values in each, of an object its keys too. */
  const open: { readonly offset: number; readonly values: PlacedJson[] }[] = [{ offset: 0, values: root }];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (open.length > DEEPEST) throw new RangeError('this JSON is nested too deep');
    if (token === '{' || token === '[') {
      open.push({ offset: index, values: [] });
      continue;
    }
    const isEnd = token === '}' || token === ']';
    const { offset, values } = (isEnd ? open.pop() : null) ?? { offset: index, values: [] };
    const isText = token.startsWith('"');
    open.at(-1)?.values.push({
      type: ENDS.get(token) ?? (isText ? 'string' : 'other'),
      ...{ offset, length: index + token.length - offset },
      value: isText ? JSON.parse(token) : '',
      children: token === '}' ? membersOf(values) : values,
    });
  }
  return root[0] as PlacedJson;
}

const membersOf = (values: readonly PlacedJson[]): readonly PlacedJson[] =>
  values.flatMap((key, at) => {
    const value = values[at + 1];
    if (at % 2 === 1 || !value) return [];
    const { offset } = key;
    const length = value.offset + value.length - offset;
    return [{ type: 'member', offset, length, value: '', children: [key, value] }];
  });
