/** An object of named values as texts that are merged one by one. Pure. */
import { isRecord, recordAt, type Values } from '../../../../engine/json/values.ts';

/**
 * A value as a text that is the same for the same value: members of objects are sorted by name, because the database keeps them in an order
 * of its own.
 * @param value of JSON
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (isRecord(one) ? sorted(one) : one));
}

const sorted = (record: Values): Values =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));

/**
 * The values of an object, each as canonical JSON by its path.
 * @param split names of values whose own members are texts of their own, with the path `name.member`
 */
export function textsOf(object: Values, split: readonly string[]): Readonly<Record<string, string>> {
  const texts = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    // A name that reads like the path of a member is none that a form has: it stays as it is.
    if (memberOf(name, split)) return [];
    if (!split.includes(name) || !isRecord(value)) return [[name, value]];
    return Object.entries(value).map(([member, one]) => [`${name}.${member}`, one]);
  });
  return Object.fromEntries(texts.map(([path, value]) => [path, canonicalJson(value)]));
}

/**
 * The object with other values; all others stay.
 * @param changes canonical JSON by path; null takes the value away
 */
export function withChanges(
  object: Values,
  split: readonly string[],
  changes: ReadonlyMap<string, string | null>,
): Values {
  let values = object;
  for (const [path, text] of changes) {
    const member = memberOf(path, split);
    if (!member) values = put(values, path, text);
    else {
      const within = put(recordAt(values, member.name), member.of, text);
      values = Object.keys(within).length > 0 ? { ...values, [member.name]: within } : put(values, member.name, null);
    }
  }
  return values;
}

function memberOf(path: string, split: readonly string[]): { readonly name: string; readonly of: string } | null {
  const name = split.find((one) => path.startsWith(`${one}.`));
  return name === undefined ? null : { name, of: path.slice(name.length + 1) };
}

const put = (object: Values, name: string, text: string | null): Values => {
  const others = Object.entries(object).filter(([other]) => other !== name);
  return Object.fromEntries(text === null ? others : [...others, [name, JSON.parse(text)]]);
};
