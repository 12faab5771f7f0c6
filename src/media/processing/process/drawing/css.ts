import { CSS_BLOCKS, CSS_FUNCTIONS } from './allowed.ts';

/** How deep blocks may be in one another. */
const DEEPEST = 4;
/** A name from its beginning: a long text that is no name of a function is read once. */
const FUNCTION = /(?<![\w-])([\w-]*)\(/g;
const INNER_URL = /url\(\s*(["']?)#[\w.:-]{1,200}\1\s*\)/gi;
const PROPERTY = /^-{0,2}[a-zA-Z][\w-]{0,60}$/;
/** Properties by which old browsers have run what they were given. */
const RUNNING = /^(?:-moz-binding|behavior)$/i;
/** An escape can write any character, `<` ends the style in HTML, and `@` begins a rule. */
const HIDING = /[\\<@\0]/;

/** Whether a value takes nothing from elsewhere. */
export function isInner(value: string): boolean {
  const rest = value.replace(INNER_URL, '');
  if (HIDING.test(value)) return false;
  return [...rest.matchAll(FUNCTION)].every(([, name = '']) => name === '' || CSS_FUNCTIONS.has(name.toLowerCase()));
}

/** The declarations of a list that take nothing from elsewhere. */
export const cleanDeclarations = (text: string): string => cleanList(plain(text));

/** The rules of a style sheet that take nothing from elsewhere. */
export const cleanSheet = (text: string): string => cleanRules(plain(text), DEEPEST);

/** A text without comments and line breaks, which end strings: what is judged then is what browsers read. */
const plain = (text: string): string => text.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)|<!--|-->|[\n\r\f]/g, ' ');

function cleanList(text: string): string {
  const kept: string[] = [];
  for (let [from, end] = [0, 0]; from < text.length; from = end + 1) {
    end = ending(text, from, ';');
    const declaration = text.slice(from, end);
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim();
    const value = declaration.slice(colon + 1).trim();
    const isKept = PROPERTY.test(property) && !RUNNING.test(property) && !/[{}]/.test(value) && isInner(value);
    if (isKept) kept.push(`${property}:${value}`);
  }
  return kept.join(';');
}

function cleanRules(text: string, depth: number): string {
  let kept = '';
  let from = 0;
  while (from < text.length) {
    const end = ending(text, from, '{;');
    if (text[end] === ';') {
      from = end + 1;
      continue;
    }
    const close = closing(text, end);
    if (close === null) break;
    kept += cleanRule(text.slice(from, end).trim(), text.slice(end + 1, close), depth);
    from = close + 1;
  }
  return kept;
}

function cleanRule(prelude: string, block: string, depth: number): string {
  const isBlock = CSS_BLOCKS.test(prelude);
  if (HIDING.test(isBlock ? prelude.slice(1) : prelude) || /[{};]|url\s*\(/i.test(prelude)) return '';
  if (isBlock && depth === 0) return '';
  const inner = isBlock ? cleanRules(block, depth - 1) : cleanList(block);
  return inner === '' ? '' : `${prelude}{${inner}}`;
}

/** Where the first of some characters is that stands in no string and in no brackets; the length of the text where none is. */
function ending(text: string, from: number, characters: string): number {
  let brackets = 0;
  for (const [at, character] of unquoted(text, from)) {
    if (character === '(') brackets++;
    else if (character === ')') brackets = Math.max(0, brackets - 1);
    else if (brackets === 0 && characters.includes(character)) return at;
  }
  return text.length;
}

/** Where a brace is closed; null where it is not. */
function closing(text: string, open: number): number | null {
  let depth = 0;
  for (const [at, character] of unquoted(text, open)) {
    if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at;
  }
  return null;
}

/** The characters of a text that stand in no string, with their places. */
function* unquoted(text: string, from: number): Generator<readonly [at: number, character: string]> {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else yield [at, character];
  }
}
