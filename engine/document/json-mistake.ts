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

/** A mistake, and what mends it where only one thing does. */
export interface MendedMistake extends JsonMistake {
  readonly mend?: { readonly start: number; readonly end: number; readonly text: string };
}

/** More mistakes of one text are not told. */
const MISTAKES_AT_MOST = 20;

/**
 * Why a text is not JSON, all reasons as far as what stands behind each can still be read: the first one is the one that
 * `findJsonMistake` finds.
 */
export function findJsonMistakes(text: string): MendedMistake[] {
  const found: MendedMistake[] = [];
  let rest = text;
  while (found.length < MISTAKES_AT_MOST) {
    const mistake = findJsonMistake(rest);
    const before = found.at(-1)?.offset ?? -1;
    // A mistake that the one before has caused says nothing new.
    if (!mistake || (found.length > 0 && (mistake.offset ?? before) <= before)) break;
    const mended = mendedAt(rest, mistake);
    found.push({ ...mistake, ...(mended?.mend && { mend: mended.mend }) });
    if (!mended) break;
    rest = mended.rest;
  }
  return found;
}

const KEY = /"(?:[^"\\\n]|\\.)*"\s*:/y;
const VALUE = /["{[\d-]|true\b|false\b|null\b/y;
/** Up to its quote, with what comes behind a text: else the quote begins the next text, and that of this one is missing. */
const REST_OF_TEXT = /[^"\\]*(?:\\.[^"\\]*)*"\s*[,:}\]]/sy;
const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** The text with one mistake out of the way, of the same length; null where nobody knows what was meant. */
function mendedAt(
  text: string,
  { message, offset }: JsonMistake,
): { rest: string; mend?: MendedMistake['mend'] } | null {
  if (offset === undefined) return null;
  const withUnit = (at: number, unit: string) => text.slice(0, at) + unit + text.slice(at + 1);
  if (message.startsWith(A_COMMA_TOO_MANY)) {
    const comma = text.lastIndexOf(',', offset);
    return { rest: withUnit(comma, ' '), mend: { start: comma, end: comma + 1, text: '' } };
  }
  const missing = MISSING.find(([sentence]) => sentence === message);
  if (missing) {
    const [, unit, next] = missing;
    const end = text.slice(0, offset).trimEnd().length;
    next.lastIndex = offset;
    // Where no blank stands between, a quote within a text may have been meant.
    if (end === offset || !next.test(text)) return null;
    const rest = withUnit(end, unit);
    // It is there already, on the wrong side of the quote.
    return text.slice(0, end).endsWith(`${unit}"`) ? { rest } : { rest, mend: { start: end, end, text: unit } };
  }
  const unit = text[offset] ?? '';
  const written = message === A_CONTROL || message === A_RETURN ? ESCAPES[unit] : undefined;
  if (written !== undefined) {
    REST_OF_TEXT.lastIndex = offset;
    return REST_OF_TEXT.test(text)
      ? { rest: withUnit(offset, ' '), mend: { start: offset, end: offset + 1, text: written } }
      : null;
  }
  return message === AN_ESCAPE && text[offset - 1] === '\\' ? { rest: withUnit(offset - 1, ' ') } : null;
}

const A_COMMA_TOO_MANY = 'une virgule est de trop avant';
const A_CONTROL = 'un saut de ligne ou une tabulation s’écrit \\n ou \\t dans un texte';
const AN_ESCAPE = 'cet échappement n’existe pas en JSON';
const A_COLON = 'deux-points attendus après le nom d’une propriété';
const A_COMMA_IN_OBJECT = 'une virgule ou une accolade fermante est attendue';
const A_COMMA_IN_LIST = 'une virgule ou un crochet fermant est attendu';
const MISSING: readonly (readonly [string, string, RegExp])[] = [
  [A_COLON, ':', VALUE],
  [A_COMMA_IN_OBJECT, ',', KEY],
  [A_COMMA_IN_LIST, ',', VALUE],
];

const A_COMMENT = 'le JSON n’admet pas de commentaire : retirez celui-ci';
const A_MARK =
  'ce texte commence par une marque d’ordre des octets (BOM), que le JSON n’admet pas : enregistrez-le en UTF-8 sans elle';

/** A sentence for what other readers of JSON pass over; null for any other mistake. */
function foreign(text: string, offset: number): string | null {
  if (offset === 0 && text.startsWith(MARK)) return A_MARK;
  if (text.startsWith('/*', offset) || text.startsWith('//', offset)) return A_COMMENT;
  const end = text[offset];
  if ((end !== '}' && end !== ']') || !text.slice(0, offset).trimEnd().endsWith(',')) return null;
  return `${A_COMMA_TOO_MANY} ${end === '}' ? 'cette accolade fermante' : 'ce crochet fermant'}`;
}

/** What V8 says, as a sentence for an author. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^Expected ':'/, A_COLON],
  [/property name/, 'le nom d’une propriété, entre guillemets doubles, est attendu'],
  [/^Expected ',' or '}'/, A_COMMA_IN_OBJECT],
  [/^Expected ',' or '\]'/, A_COMMA_IN_LIST],
  [/after JSON/, 'rien ne doit suivre la fin du JSON'],
  [/^Bad control character/, A_CONTROL],
  [/^Bad/, AN_ESCAPE],
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
