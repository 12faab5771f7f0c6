import type { FilterRuns } from '../language/filters.ts';
import { budget } from '../runtime/budget.ts';
import { text } from '../runtime/text.ts';

/** What one character may become, at most. */
const ENTITY_LENGTH = 6;

const SPECIAL = /[&<>"']/g;

/** Text that HTML shows as it is. */
export function escapeHtml(source: string): string {
  SPECIAL.lastIndex = 0;
  if (!SPECIAL.test(source)) return source;
  let at = SPECIAL.lastIndex - 1;
  budget.spend(ENTITY_LENGTH * (source.length - at) + at);
  let escaped = '';
  let copied = 0;
  do {
    at = SPECIAL.lastIndex - 1;
    escaped += source.slice(copied, at) + entityOf(source.charCodeAt(at));
    copied = at + 1;
  } while (SPECIAL.test(source));
  return escaped + source.slice(copied);
}

function entityOf(unit: number): string {
  switch (unit) {
    case 38:
      return '&amp;';
    case 60:
      return '&lt;';
    case 62:
      return '&gt;';
    case 34:
      return '&quot;';
    case 39:
      return '&#39;';
    default:
      return '';
  }
}

const escapeValue = (value: unknown): string =>
  typeof value === 'string' ? escapeHtml(value) : escapeHtml(text(value));

function escapeOnce(value: unknown): string {
  const source = text(value);
  budget.spend(ENTITY_LENGTH * source.length);
  return source.replace(/["><']|&(?!(?:[a-zA-Z]+|#\d+);)/g, (character) => entityOf(character.charCodeAt(0)));
}

function newlineToBr(value: unknown): string {
  const source = text(value);
  budget.spend(ENTITY_LENGTH * source.length);
  return source.replace(/\r?\n/g, '<br />\n');
}

/** `lignes`: escapes HTML, then turns line breaks into `<br>` (docs/rules.md, Rule 10). */
function lignes(value: unknown): string {
  const escaped = escapeHtml(text(value));
  if (!/[\r\n]/.test(escaped)) return escaped;
  budget.spend(4 * escaped.length);
  return escaped.replace(/\r\n|\n|\r/g, '<br>');
}

/** What is dropped with all that it holds. */
const BLOCKS = [
  { start: '<script', end: '</script>' },
  { start: '<!--', end: '-->' },
  { start: '<style', end: '</style>' },
] as const;

/** Removes scripts, styles and comments, then tags; an unclosed one is kept. Linear in the text. */
function stripHtml(value: unknown): string {
  const source = text(value);
  if (!source.includes('<')) return source;
  budget.spend(2 * source.length);
  return withoutTags(withoutBlocks(source));
}

function withoutBlocks(source: string): string {
  let open = BLOCKS.filter(({ start }) => source.includes(start));
  let kept = '';
  let copied = 0;
  for (let at = source.indexOf('<'); at !== -1 && open.length > 0; at = source.indexOf('<', Math.max(at + 1, copied))) {
    const block = open.find(({ start }) => source.startsWith(start, at));
    if (!block) continue;
    const end = source.indexOf(block.end, at + block.start.length);
    if (end === -1) {
      open = open.filter((one) => one !== block);
      continue;
    }
    kept += source.slice(copied, at);
    copied = end + block.end.length;
  }
  return kept + source.slice(copied);
}

function withoutTags(source: string): string {
  let kept = '';
  let copied = 0;
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', copied)) {
    const end = source.indexOf('>', at + 1);
    if (end === -1) break;
    kept += source.slice(copied, at);
    copied = end + 1;
  }
  return kept + source.slice(copied);
}

function stripNewlines(value: unknown): string {
  const source = text(value);
  budget.spend(source.length);
  return source.replace(/\r?\n/g, '');
}

export const htmlFilters = {
  escape: escapeValue,
  escape_once: escapeOnce,
  h: escapeValue,
  lignes,
  newline_to_br: newlineToBr,
  strip_html: stripHtml,
  strip_newlines: stripNewlines,
  stylesheet_tag: (url: unknown) => `<link rel="stylesheet" href="${escapeHtml(text(url))}">`,
} satisfies Partial<FilterRuns>;
