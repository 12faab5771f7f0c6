/** What a template means to pages, however it is laid out. */
import { TAGS } from '../../../engine/language/tags.ts';
import { stripEnd, stripStart } from '../../../engine/runtime/strip.ts';
import { Scanner } from '../../../engine/syntax/scanner.ts';
import { type MarkDisplay, shownOf } from './shown.ts';

/** Tags that put out nothing themselves. */
const SILENT =
  /^(?:#|assign|break|capture|case|comment|continue|doc|else|elsif|for|if|ifchanged|javascript|schema|style|stylesheet|tablerow|unless|when|end\w+)$/;

/**
 * What a template says: its outputs and tags with their words, then what a browser shows, with them in it. Two texts of which this is the same make
 * the same pages.
 * @throws LiquidSyntaxError for an output or a tag that never ends
 */
export function meaningOf(source: string): string[] {
  const { html, said, captured, displays } = marked(source);
  const displayOf = (mark: string) => displays[Number(mark.slice(1, -1))] ?? 'inline';
  // An element behind the text: what is open at its end would swallow what comes.
  return [...said, ...captured, ...shownOf(withAttributesParted(`${html}<hr>`, displayOf), displayOf)];
}

/** A template with a mark in place of each of its outputs and tags, what they say, and how they are shown. */
function marked(source: string) {
  const said: string[] = [];
  const displays: ReturnType<MarkDisplay>[] = [];
  const html: string[] = [];
  // Tags may compare what is captured: there all blanks count.
  const captured: string[] = [];
  let captures = 0;
  const scanner = new Scanner(source);
  let trims = false;
  let text: string | undefined;
  const mark = (words: string, display: ReturnType<MarkDisplay>) => {
    html.push(`\ue000${said.length}\ue001`);
    said.push(words);
    displays.push(display);
    text = undefined;
  };
  for (let token = scanner.next(); token; token = scanner.next()) {
    if (token.kind === 'text') {
      text = source.slice(token.start, token.end);
      if (trims) text = stripStart(text);
      trims = false;
      html.push(text);
      if (captures > 0) captured.push(source.slice(token.start, token.end));
      continue;
    }
    if (token.trimsBefore && text !== undefined) html[html.length - 1] = stripEnd(text);
    trims = token.trimsAfter;
    if (token.kind === 'output') {
      mark(wordsOf(token.markup.text), 'inline');
      continue;
    }
    const { name, markup } = token;
    if (name === 'capture') captures++;
    if (name === 'endcapture') captures--;
    const words = name === 'liquid' ? linesOf(markup.text) : wordsOf(markup.text);
    mark(`${name} ${name === 'when' ? words.replace(/ or /g, ' , ') : words}`, displayOfTag(name));
    const raw = TAGS.get(name)?.holds === 'text' ? scanner.rawUntil(`end${name}`) : undefined;
    if (!raw) continue;
    mark(rawText(name, raw.text), name === 'raw' ? 'inline' : 'none');
    trims = raw.end.trimsAfter;
  }
  return { html: html.join(''), said, captured, displays };
}

/** A section makes elements of its own; what other tags make is not known. */
const displayOfTag = (name: string) => (SILENT.test(name) ? 'none' : name === 'section' ? 'block' : 'inline');

const rawText = (name: string, text: string): string =>
  name === 'raw' ? text : name === 'schema' ? wordsOfJson(text) : collapsed(text);

const collapsed = (text: string): string => text.replace(/[ \t-\r]+/g, ' ').trim();

const JSON_PART = /("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\d.eE+-]*)|\s+/g;

/** JSON without the blanks between its words; `1.50` is the number 1.5. */
export const wordsOfJson = (json: string): string =>
  json.replace(JSON_PART, (_, text?: string, number?: string) => text ?? (number ? String(Number(number)) : ''));

const WORD = /"[^"]*"|'[^']*'|[\w-]+|[^ \t-\r\w]/g;

/** The words of a tag: blanks between them, the kind of their quotes, and two ways to write the same mean nothing. */
const wordsOf = (text: string): string =>
  (text.match(WORD) ?? [])
    .map((word, n, words) =>
      /^["']./.test(word) ? JSON.stringify(word.slice(1, -1)) : word === 'nil' && words[n - 1] !== '.' ? 'null' : word,
    )
    .join(' ')
    .replace(/\[ "(?!(?:size|first|last)")([A-Za-z_][\w-]*)" \]/g, '. $1')
    .replace(/ \|$/, '');

const linesOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(wordsOf)
    .join('\n');

/** A piece of HTML between angles, whose name a tag may give; `>` in quotes does not end it. */
const ELEMENT_TAG = /<[a-z\ue000](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;
const QUOTED_OR_MARK = /"[^"]*"|'[^']*'|\ue000\d+\ue001/g;

/** Tags between attributes part them, however close they are written. */
const withAttributesParted = (html: string, displayOf: MarkDisplay): string =>
  html.replace(ELEMENT_TAG, (tag) =>
    tag.replace(QUOTED_OR_MARK, (part) =>
      part.startsWith('\ue000') && displayOf(part) === 'none' ? ` ${part} ` : part,
    ),
  );
