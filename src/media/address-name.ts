import type { MediaType } from './processing/protocol.ts';

/** The last part of an address has so many characters at most, without its extension. */
const LONGEST = 80;

const EXTENSIONS: Readonly<Record<MediaType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
};

/** The last part of a name that says the type of its file, as far as people write it. */
const EXTENSION = /\.(?:jpe?g|jfif|png|webp|avif|gif|svg|pdf|heic|heif|tiff?|bmp)$/i;

/**
 * The last part of a file's addresses: its name in plain letters, with the extension of its type. For people and search engines only: addresses
 * find a file by its id.
 */
export function addressName(name: string, type: MediaType): string {
  const plain = name
    .replace(EXTENSION, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  return `${plain || 'media'}.${EXTENSIONS[type]}`;
}

/**
 * The name that a browser saves a file under: as people gave it, with the extension of its type, because systems run files by their names. Nothing in it
 * turns the direction in which it is read.
 */
export function downloadName(name: string, type: MediaType): string {
  const extension = `.${EXTENSIONS[type]}`;
  const plain = name.replace(/\p{Bidi_Control}/gu, '');
  return plain.toLowerCase().endsWith(extension) ? plain : `${plain}${extension}`;
}
