import { ANY, type ValueType } from '../language/value-types.ts';
import type { Name } from '../syntax/expression.ts';

/** A parameter of a snippet as `{% doc %}` tells it: `@param {string} [titre] - words`. */
export interface DocParameter {
  readonly name: Name;
  /** As it is written; empty where none is. */
  readonly type: string;
  /** The name stands in brackets: a call may leave the parameter out. */
  readonly isOptional: boolean;
  readonly words: string;
}

const PARAMETER = /^([ \t]*@param[ \t]+(?:\{([^}\r\n]*)\}[ \t]*)?(\[?))([\w-]+)\]?([^\r\n]*)/gm;

/** The parameters that the text of a `{% doc %}` tells. @param raw the text, and where it begins in its file */
export function parametersIn({ text, offset }: { readonly text: string; readonly offset: number }): DocParameter[] {
  return [...text.matchAll(PARAMETER)].map(
    ({ index, 1: before = '', 2: type = '', 3: bracket, 4: name = '', 5: rest = '' }) => ({
      name: { text: name, offset: offset + index + before.length },
      type: type.trim(),
      isOptional: bracket !== '',
      words: rest.replace(/^[ \t]*(?:-[ \t]*)?/, '').trim(),
    }),
  );
}

/** Words for types that say enough of a value. */
const TYPES: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ...['string', 'texte', 'text'].map((word) => [word, { kind: 'text' }] as const),
  ...['number', 'nombre'].map((word) => [word, { kind: 'number' }] as const),
  ...['boolean', 'booléen'].map((word) => [word, { kind: 'truth' }] as const),
]);

/** The type that a word in `{% doc %}` means; `any` for words that say little. */
export const typeOfWord = (word: string): ValueType => TYPES.get(word.toLowerCase()) ?? ANY;
