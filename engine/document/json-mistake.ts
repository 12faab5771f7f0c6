import { type ParseError, parse } from 'jsonc-parser';
import { MARK } from '../json/commented-json.ts';

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
    return { message: foreign(text, offset) ?? sentenceFor(told, text.slice(offset, offset + 2)), offset };
  }
}

const A_COMMENT = 'le JSON n’admet pas de commentaire : retirez celui-ci';
const A_MARK =
  'ce texte commence par une marque d’ordre des octets (BOM), que le JSON n’admet pas : enregistrez-le en UTF-8 sans elle';

/** A sentence for what other readers of JSON pass over; null for any other mistake. */
function foreign(text: string, offset: number): string | null {
  if (offset === 0 && text.startsWith(MARK)) return A_MARK;
  if (text.startsWith('/*', offset) || text.startsWith('//', offset)) return A_COMMENT;
  const end = text[offset];
  if ((end !== '}' && end !== ']') || !text.slice(0, offset).trimEnd().endsWith(',')) return null;
  return `une virgule est de trop avant ${end === '}' ? 'cette accolade fermante' : 'ce crochet fermant'}`;
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

const A_RETURN = 'un retour chariot s’écrit \\r dans un texte';

/** @param found the two characters at the place of the mistake */
const sentenceFor = (told: string, found: string): string =>
  found.startsWith('\r') && found !== '\r\n' && told.startsWith('Bad control')
    ? A_RETURN
    : (SENTENCES.find(([pattern]) => pattern.test(told))?.[1] ?? 'ce caractère n’est pas attendu dans du JSON');

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
