import { type ParseError, parse } from 'jsonc-parser';

/** Why a text is not JSON. `offset` is absent when the text ends early. */
export interface JsonMistake {
  readonly message: string;
  readonly offset?: number;
}

const ENDS_EARLY = /^(Unexpected end|Unterminated string)/;

/** `JSON.parse` decides; a second parser finds the place of the error when V8 does not give it. */
export function findJsonMistake(text: string): JsonMistake | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    if (error instanceof RangeError) return { message: 'le JSON s’imbrique trop' };
    const told = (error as Error).message;
    const position = / at position (\d+)/.exec(told)?.[1];
    const offset = ENDS_EARLY.test(told) ? undefined : position === undefined ? locate(text) : Number(position);
    if (offset === undefined || offset >= text.trimEnd().length) return { message: 'le JSON s’arrête avant sa fin' };
    return { message: sentenceFor(told), offset };
  }
}

/** What V8 says, as a sentence for an author. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^Expected ':'/, 'deux-points attendus après le nom d’une propriété'],
  [/property name/, 'le nom d’une propriété, entre guillemets doubles, est attendu'],
  [/^Expected ',' or '}'/, 'une virgule ou une accolade fermante est attendue'],
  [/^Expected ',' or '\]'/, 'une virgule ou un crochet fermant est attendu'],
  [/after JSON/, 'rien ne doit suivre la fin du JSON'],
  [/^Bad control character/, 'un saut de ligne ou une tabulation s’écrit \\n ou \\t dans un texte'],
  [/^Bad/, 'cet échappement n’existe pas en JSON'],
  [/number/, 'ce nombre n’est pas écrit comme en JSON'],
];

const sentenceFor = (told: string): string =>
  SENTENCES.find(([pattern]) => pattern.test(told))?.[1] ?? 'ce caractère n’est pas attendu dans du JSON';

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
