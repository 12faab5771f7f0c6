import type { MediaType } from '../protocol.ts';

/** What the bytes of a file say that it is: a type of the list, a photograph of a telephone that is not taken, or something else. */
export type FileType = MediaType | 'heic' | null;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Brands of AVIF; a file of pictures in HEVC says another one. */
const AVIF = new Set(['avif', 'avis']);
const HEIC = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
/** Brands of the container, which say nothing of what is in it. */
const CONTAINERS = new Set([
  'mif1',
  'msf1',
  'mif2',
  'miaf',
  'MiHB',
  'MiHE',
  'MiPr',
  'MA1B',
  'MA1A',
  'tmap',
  '1pic',
  'heif',
]);
const MOST_BRANDS = 64;
/** What may stand before the first element of an SVG, and where each of that ends. */
const BEFORE: readonly (readonly [start: string, end: string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
];
const ROOT = /^<(?:[A-Za-z_][\w.-]{0,60}:)?svg[\s/>]/;
const SVG_HEAD_BYTES = 128 * 1024;

/** The type of a file by its first bytes. */
export function fileTypeOf(bytes: Buffer): FileType {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.subarray(0, PNG.length).equals(PNG)) return 'image/png';
  const head = bytes.toString('latin1', 0, 12);
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  if (head.startsWith('%PDF-')) return 'application/pdf';
  if (head.startsWith('ftyp', 4)) return typeOfBrands(bytes);
  return ROOT.test(rootOf(textOf(bytes))) ? 'image/svg+xml' : null;
}

/** The main brand decides; where it is one of the container only, the others do. */
function typeOfBrands(bytes: Buffer): FileType {
  const end = Math.min(bytes.length >= 4 ? bytes.readUInt32BE(0) : 0, bytes.length, 16 + 4 * MOST_BRANDS);
  const brands = [bytes.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  const telling = brands.find((brand) => AVIF.has(brand) || HEIC.has(brand));
  if (!CONTAINERS.has(brands[0] ?? '') && telling !== brands[0]) return null;
  if (telling === undefined) return null;
  return AVIF.has(telling) ? 'image/avif' : 'heic';
}

/** The beginning as text: UTF-8, or UTF-16 with its mark. What is cut off at the end does not matter. */
function textOf(bytes: Buffer): string {
  const head = bytes.subarray(0, SVG_HEAD_BYTES);
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  return head.toString('utf8');
}

/** A text of XML from its first element on. */
function rootOf(text: string): string {
  let rest = text.replace(/^\uFEFF/, '').trimStart();
  for (;;) {
    const found = BEFORE.find(([start]) => rest.startsWith(start));
    if (!found) return rest;
    const inner = rest.startsWith('<!DOCTYPE') && /^[^>]{0,1000}\[/.test(rest) ? ']' : found[1];
    const end = rest.indexOf(inner);
    if (end < 0) return '';
    rest = rest.slice(end + inner.length).trimStart();
    if (inner === ']') rest = rest.replace(/^>\s*/, '');
  }
}

const PDF_END_WITHIN = 1_024;

/** Whether a PDF has its end: a part of one has not. */
export const hasPdfEnd = (bytes: Buffer): boolean => bytes.subarray(-PDF_END_WITHIN).includes('%%EOF');

/** Types that say nothing. */
const UNSAID = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/**
 * Whether a file may be what who sent it says: a picture in pixels with the name of another one is taken, because telephones and programs
 * mistake them; a text that is no SVG, or is called something else, is not.
 */
export function agrees(declared: string, type: MediaType): boolean {
  const name = (declared.split(';')[0] ?? '').trim().toLowerCase();
  if (type === 'image/svg+xml') return name === type;
  if (UNSAID.has(name)) return true;
  if (type === 'application/pdf') return name === type || name === 'application/x-pdf';
  return name.startsWith('image/');
}
