import { MEDIA_LIMITS } from '../../../limits.ts';
import { DRAWING, type Examined, type MadeFile, type Wanted } from '../../protocol.ts';
import { Refused } from '../refused.ts';
import { type Element, readDrawing } from './tree.ts';

/** Elements that are drawn when what elements name is drawn at each place that names it: more would keep a browser at work. */
const MOST_DRAWN = 1_000_000;
/** Of one side: what is larger is told smaller, in its shape. */
const LONGEST_SIDE = 10_000;
/** Pixels of the units of lengths. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  em: 16,
  rem: 16,
};
const LENGTH = /^\s*\+?(\d{0,9}(?:\.\d{1,9})?(?:e[+-]?\d)?)\s*(px|pt|pc|in|cm|mm|em|rem)?\s*$/i;
/** Encodings that a drawing without a mark may name. */
const ENCODINGS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii', 'iso-8859-1', 'latin1', 'windows-1252']);

/** Reads what a drawing is, and makes of it one in which nothing runs, and nothing comes from elsewhere. @throws Refused; the parser's error */
export function takeDrawing(bytes: Buffer, wanted: readonly Wanted[]): { examined: Examined; files: MadeFile[] } {
  if (bytes.length > MEDIA_LIMITS.drawing) throw new Refused('trop_lourd');
  const root = readDrawing(textOf(bytes));
  if (drawnOf(root) > MOST_DRAWN) throw new Refused('media_illisible');
  root.attributes.set('xmlns', 'http://www.w3.org/2000/svg');
  const examined: Examined = { type: 'image/svg+xml', ...sizeOf(root), frames: 1, colour: '', placeholder: '' };
  const files = wanted.includes('svg') ? [{ name: DRAWING, bytes: Buffer.from(written(root)) }] : [];
  return { examined, files };
}

function textOf(bytes: Buffer): string {
  const decoded = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded('utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded('utf-16be');
  const [, named = 'utf-8'] =
    /^(?:\xEF\xBB\xBF)?<\?xml[^>]{0,100}?\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(
      bytes.toString('latin1', 0, 200),
    ) ?? [];
  const encoding = named.toLowerCase();
  if (!ENCODINGS.has(encoding)) throw new Refused('media_illisible');
  // The text says no encoding any more that it has not.
  return decoded(encoding).replace(/^\s*<\?xml[^>]*\?>/, '');
}

/** How many elements are drawn, at most counted to a little over `MOST_DRAWN`. What names itself is drawn nowhere. */
function drawnOf(root: Element): number {
  const byId = new Map<string, Element>();
  collect(root, byId);
  const known = new Map<Element, number>();
  const count = (element: Element): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    known.set(element, 0);
    let drawn = 1;
    for (const named of namedBy(element)) {
      const target = byId.get(named);
      if (target) drawn += count(target);
    }
    for (const child of element.children) if (typeof child !== 'string') drawn += count(child);
    known.set(element, Math.min(drawn, 2 * MOST_DRAWN));
    return drawn;
  };
  return count(root);
}

function collect(element: Element, byId: Map<string, Element>): void {
  const id = element.attributes.get('id');
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const child of element.children) if (typeof child !== 'string') collect(child, byId);
}

/** Ids that the attributes of an element name. */
function namedBy({ attributes }: Element): string[] {
  const href = attributes.get('href');
  const urls = [...attributes.values()].flatMap((value) =>
    [...value.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)].map(([, id = '']) => id),
  );
  return href?.startsWith('#') ? [href.slice(1), ...urls] : urls;
}

function sizeOf({ attributes }: Element): { width: number; height: number } {
  const [width, height] = [lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))];
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , boxWidth = 0, boxHeight = 0] = box.length === 4 && box.every(Number.isFinite) ? box : [];
  const hasBox = boxWidth > 0 && boxHeight > 0;
  if (width > 0 && height > 0) return fitting(width, height);
  if (!hasBox) return { width: 0, height: 0 };
  if (width > 0) return fitting(width, (width * boxHeight) / boxWidth);
  if (height > 0) return fitting((height * boxWidth) / boxHeight, height);
  return fitting(boxWidth, boxHeight);
}

/** Pixels of a length; 0 where it is none, or one of what is around the drawing. */
function lengthOf(text = ''): number {
  const [, number = '', unit = ''] = LENGTH.exec(text) ?? [];
  return (Number(number) || 0) * (UNITS[unit.toLowerCase()] ?? 0);
}

function fitting(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / width, LONGEST_SIDE / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function written({ name, attributes, children }: Element): string {
  const own = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child))).join('');
  return inner === '' ? `<${name}${own}/>` : `<${name}${own}>${inner}</${name}>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? '');
