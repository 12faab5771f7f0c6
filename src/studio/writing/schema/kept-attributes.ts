/**
 * Attributes of an element, by name, in the order in which they were written. The editor keeps them with a block or a mark and writes them back; they
 * never come into the DOM of the studio.
 */
export type Kept = Readonly<Record<string, string>>;

const EVERYWHERE =
  /^(?:class|id|style|lang|dir|title|role|translate|align|tabindex|hidden|aria-[a-z]{1,30}|data-[a-z0-9_.-]{1,80})$/;

/** What single elements may have besides. An element that is not named here has none. */
const OF_ELEMENTS: Readonly<Record<string, readonly string[]>> = {
  a: ['rel', 'hreflang', 'download', 'name', 'type', 'referrerpolicy'],
  blockquote: ['cite'],
  del: ['cite', 'datetime'],
  ins: ['cite', 'datetime'],
  q: ['cite'],
  time: ['datetime'],
  data: ['value'],
  li: ['value'],
  ol: ['reversed'],
  img: ['height', 'loading', 'decoding', 'fetchpriority'],
  iframe: [
    'allow',
    'allowfullscreen',
    'frameborder',
    'loading',
    'referrerpolicy',
    'webkitallowfullscreen',
    'mozallowfullscreen',
  ],
  th: ['scope', 'abbr', 'headers', 'valign'],
  td: ['headers', 'valign'],
  tr: ['valign'],
  table: ['border', 'cellpadding', 'cellspacing', 'summary'],
};

/** A style or a direction that gives white space, or the order of letters, a meaning that the editor does not show. */
const MEANT_SPACE = /white-space|text-wrap|tab-size/i;

/** Whether the editor may keep an attribute of an element: it does nothing by itself, and nothing of it has to be shown. */
export function isKept(element: string, name: string, value: string): boolean {
  if (name === 'style') return !MEANT_SPACE.test(value);
  return EVERYWHERE.test(name) || (OF_ELEMENTS[element]?.includes(name) ?? false);
}
