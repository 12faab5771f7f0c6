import type { Random } from '../../../../support/random.ts';

/** The texts of the document of a schedule, and how people change them. */
export interface Texts {
  readonly paths: readonly string[];
  /** What there is when a schedule begins, or what the fields of a new text begin with. */
  readonly original: ReadonlyMap<string, string>;
  /** Texts that may be made, removed and renamed. */
  readonly fresh: readonly string[];
  /** Types a word somewhere in a text, or in the place of something; or takes something out. */
  typed(random: Random, path: string, text: string, word: string): string;
  /** Puts something in that is no harmless text, with a word. */
  hostile?(random: Random, path: string, text: string, word: string): string;
  /** Puts a sign in that no platform stores; and takes such signs out, as a person does who is told of them. */
  spoiled?(random: Random, path: string, text: string): string;
  mended?(text: string): string;
  /** Takes a word out again. */
  without(path: string, text: string, word: string): string;
  /** The words of a text: what stands on a line, in a value, in a paragraph. */
  piecesOf(path: string, text: string): readonly string[];
}

/** Types into a list of parts of which each has words. */
export function typedInParts(random: Random, parts: readonly string[], word: string): readonly string[] {
  const all = [...parts];
  const at = random.integer(0, Math.max(0, all.length - 1));
  const deed = random.next();
  if (deed < 0.45) all.splice(at, 1, `${all[at] ?? ''} ${word}`.trim());
  else if (deed < 0.8) all.splice(at + random.integer(0, 1), 0, word);
  else if (deed < 0.9) all.splice(at, 1, word);
  else all.splice(at, 1);
  return all;
}

/** Takes a word out of the parts; a part that was the word alone goes. */
export const partsWithout = (parts: readonly string[], word: string): readonly string[] =>
  parts.flatMap((part) => (part === word ? [] : [part.replace(` ${word}`, '').replace(word, '').trim()]));
