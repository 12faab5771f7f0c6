import { FILTERS, resultOf } from '../language/filters.ts';
import { ANY, type ValueType } from '../language/value-types.ts';
import { saidBy, type Word } from './words.ts';

/** A variable and the path into it, as words write it. */
export interface Chain {
  readonly root: string;
  /** Properties; null for one that is computed. */
  readonly path: readonly (string | null)[];
}

/** The path that ends with the last of these words; undefined where they end with none. */
export function chainBefore(words: readonly Word[]): Chain | undefined {
  const path: (string | null)[] = [];
  let at = words.length - 1;
  for (; at >= 0; at--) {
    const word = words[at];
    if (word?.text === ']') {
      const open = openingOf(words, at);
      if (open === undefined) return undefined;
      const inner = words[open + 1];
      path.push(open + 2 === at && inner?.kind === 'text' ? saidBy(inner) : null);
      at = open;
      continue;
    }
    if (word?.kind !== 'name') return undefined;
    if (words[at - 1]?.text !== '.') return { root: word.text, path: path.reverse() };
    path.push(word.text);
    at--;
  }
  return undefined;
}

/** The bracket that opens what another one closes. */
function openingOf(words: readonly Word[], close: number): number | undefined {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    const { text } = words[at] ?? { text: '' };
    if (text === ']') depth++;
    else if (text === '[' && --depth === 0) return at;
  }
  return undefined;
}

/** The type of the value that stands before a filter, itself behind other filters. */
export function typeBefore(words: readonly Word[], typeOf: (chain: Chain) => ValueType): ValueType {
  const pipe = words.findIndex(({ text }) => text === '|');
  const end = pipe === -1 ? words.length : pipe;
  const value = words.slice(0, end);
  const chain = chainBefore(value);
  const last = value.at(-1);
  let type: ValueType = ANY;
  if (chain) type = typeOf(chain);
  else if (last?.kind === 'text') type = { kind: 'text' };
  else if (last?.kind === 'number') type = { kind: 'number' };
  for (let at = end; at < words.length; at++) {
    if (words[at]?.text !== '|') continue;
    const facts = FILTERS.get(words[at + 1]?.text ?? '');
    const argument = words[at + 3];
    const text = argument?.kind === 'text' ? saidBy(argument) : undefined;
    type = facts ? resultOf(facts, type, [{ type: text === undefined ? ANY : { kind: 'text' }, text }]) : ANY;
  }
  return type;
}
