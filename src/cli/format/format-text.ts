/** The one style in which files of a theme are laid out, in editors and by `vitrine formater`. */
import { isDeepStrictEqual } from 'node:util';
import type { Options } from 'prettier';
import { checkFile } from '../../../engine/check.ts';
import { TAGS } from '../../../engine/language/tags.ts';
import { Scanner } from '../../../engine/syntax/scanner.ts';
import type { Diagnostic } from '../../../engine/types.ts';
import { keepingBlanks } from './kept-blanks.ts';
import { meaningOf, wordsOfJson } from './meaning.ts';

/** Why a file is not formatted, in one sentence for its author, and where; the file stays as it is. */
export class Unformattable extends Error {
  override readonly name = 'Unformattable';
  readonly place: Omit<Diagnostic, 'message'>;
  /** Whether the file has a mistake; else its layout would change what it shows. */
  readonly isMistake: boolean;

  constructor(mistake: Diagnostic | null) {
    const { message, ...place } = mistake ?? { message: WOULD_CHANGE };
    super(message);
    this.place = place;
    this.isMistake = mistake !== null;
  }
}

const WOULD_CHANGE =
  'la mise en forme changerait ce que montre ce fichier, peut-être parce qu’un élément n’y est pas fermé : il reste comme il est';

/** Columns that a line should not pass. */
const COLUMNS = 120;

const TABBED_LINE = /^\t/m;
const SPACED_LINE = /^ +\S/m;

/** How often a text is laid out at most until it stays as it is: the formatter takes more than one turn at times, or adds an empty line in each. */
const TIMES = 3;

/** Whether files of this path can be formatted. */
export const isFormatted = (path: string): boolean => path.endsWith('.liquid') || path.endsWith('.json');

/**
 * A file of a theme, laid out: JSON, and Liquid with its HTML, so that a browser shows the same page. Lines are indented by two spaces; a file
 * that is indented by tabs keeps them. Line ends stay those of the file. What was formatted before comes back unchanged.
 * @param path in the theme; its end says what the text is
 * @throws Unformattable for a text that a write of a file refuses, and for one that cannot be laid out without a change of what it shows
 */
export async function formatText(path: string, text: string): Promise<string> {
  const mistake = checkFile(text, path);
  if (mistake) throw new Unformattable(mistake);
  const useTabs = TABBED_LINE.test(text) && !SPACED_LINE.test(text);
  const once = path.endsWith('.json') ? layOutJson : layOutLiquid;
  let formatted = await once(text, useTabs);
  if (formatted === text) return text;
  for (let times = 1; times < TIMES && formatted !== null; times++) {
    const again = await once(formatted, useTabs);
    if (again === formatted && !checkFile(formatted, path)) return formatted;
    formatted = again;
  }
  throw new Unformattable(null);
}

/** @returns null where the text would say something else, or cannot be read */
async function layOutJson(text: string, useTabs: boolean): Promise<string | null> {
  const formatted = await layOut(text, { parser: 'json', useTabs });
  if (formatted === null || formatted === text) return formatted;
  return wordsOfJson(formatted) === wordsOfJson(text) ? formatted : null;
}

/** @returns null where the page would show something else, or the formatter cannot read the text */
async function layOutLiquid(text: string, useTabs: boolean): Promise<string | null> {
  const { kept, restored } = keepingBlanks(text);
  const formatted = await layOut(kept, { parser: 'liquid-html', useTabs });
  if (formatted === null) return null;
  const whole = await withSchemas(restored(formatted), useTabs);
  // A text that stays as it is says the same.
  return whole === text || isDeepStrictEqual(meaningOf(whole), meaningOf(text)) ? whole : null;
}

/** Lays out the JSON of schemas. One that is no JSON stays as it is. */
async function withSchemas(source: string, useTabs: boolean): Promise<string> {
  const scanner = new Scanner(source);
  const parts: string[] = [];
  let at = 0;
  for (let token = scanner.next(); token; token = scanner.next()) {
    if (token.kind !== 'tag' || TAGS.get(token.name)?.holds !== 'text') continue;
    const raw = scanner.rawUntil(`end${token.name}`);
    if (!raw) break;
    const json = token.name === 'schema' && raw.text.trim() !== '' ? await layOutJson(raw.text, useTabs) : null;
    if (json === null) continue;
    const lineEnd = source.includes('\r\n') ? '\r\n' : '\n';
    parts.push(source.slice(at, raw.offset), lineEnd, json.trim(), lineEnd);
    at = raw.end.start;
  }
  return parts.join('') + source.slice(at);
}

/** @returns null when the formatter cannot read the text */
async function layOut(text: string, options: Options): Promise<string | null> {
  const { format, plugins } = await loaded();
  try {
    return await format(text, {
      ...{ plugins, printWidth: COLUMNS, endOfLine: 'auto', embeddedLanguageFormatting: 'off' },
      ...options,
    });
  } catch {
    return null;
  }
}

/** The formatter, loaded when it is used first. */
async function loaded() {
  const [{ format }, liquid, ...others] = await Promise.all([
    import('prettier/standalone'),
    import('@shopify/prettier-plugin-liquid'),
    import('prettier/plugins/babel'),
    import('prettier/plugins/estree'),
  ]);
  return { format, plugins: [liquid.default, ...others] };
}
