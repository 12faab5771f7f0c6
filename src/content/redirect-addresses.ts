/**
 * The addresses of redirects: which ones may lead on and where to, and the one form in which each is stored and compared (docs/redirects.md). Pure:
 * browsers load this too.
 */

/** Longest address that is stored, bytes. */
const ADDRESS_BYTES = 2_000;

/** Why an address is refused, as a sentence for people. */
export const ADDRESS_FAULTS = {
  empty: 'Cette adresse est vide.',
  long: 'Cette adresse est trop longue.',
  relative: 'Cette adresse doit commencer par un seul « / ».',
  character: 'Cette adresse contient un caractère qui ne peut pas y être : « \\ » ou un caractère invisible.',
  encoding: 'Cette adresse contient un « % » qui n’est pas suivi d’un caractère codé.',
  segment: 'Cette adresse contient « // », « . » ou « .. » entre deux « / », ou un « / » codé.',
  fragment: 'La partie d’une adresse à partir de « # » n’est pas envoyée au site : elle ne peut pas être redirigée.',
  reserved: 'Cette adresse sert au site lui-même : elle ne peut pas être redirigée.',
  foreign: 'Cette adresse n’est pas celle d’une page de ce site.',
  insecure: 'Une adresse d’un autre site doit commencer par « https:// ».',
  credentials: 'Cette adresse contient un nom d’utilisateur ou un mot de passe.',
  unreadable: 'Cette adresse ne peut pas être lue.',
} as const;
export type AddressFault = keyof typeof ADDRESS_FAULTS;

/** An address in the form in which it is stored, or why it is refused. */
export type Judged = { readonly address: string } | { readonly fault: AddressFault };

/** An address of a site as addresses are compared. */
export interface Place {
  /** With its first slash, without a last one. */
  readonly path: string;
  /** Without its `?`; empty for none. */
  readonly query: string;
}

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
/** What a path has only in its encoded form: everything else stands for itself. */
const ENCODED_IN_PATH = /[%?#\s]/gu;
const ENCODED_IN_QUERY = /[%&=+#\s]/gu;
/** Characters that no header and no address has. */
const UNSENDABLE = /[^\x21-\x7e]|["<>\\^`{|}]/gu;
/** Files of the program and of the site: their names tell capitals apart. */
const FILES = /^\/(?:theme-assets|medias|polices)\//i;
const RESERVED = new Set([
  '/',
  '/blog',
  '/contact',
  '/theme-assets',
  '/polices',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
]);

/** Whether the site itself answers at a path, in the form of `Place`, whatever pages there are. */
const isReserved = (path: string): boolean => RESERVED.has(path) || FILES.test(path);

/**
 * The address that a redirect starts from, as it is stored: a path, perhaps with a query.
 * @param text what a person or a file says: a path, or an absolute address of the site
 * @param own hosts of the site, in lower case, with their port where they have one
 */
export function judgeSource(text: string, own: ReadonlySet<string>): Judged {
  const local = localPart(text, own);
  if ('fault' in local) return local;
  if (local.isForeign) return { fault: 'foreign' };
  const { path, query, fragment } = split(local.address);
  if (fragment !== '') return { fault: 'fragment' };
  const place = pathIn(path, fold);
  if ('fault' in place) return place;
  const asked = queryIn(query);
  if (asked === null) return { fault: 'encoding' };
  if (isReserved(place.address)) return { fault: 'reserved' };
  return short(joined({ path: place.address, query: asked }));
}

/**
 * The address that a redirect leads to, as it is stored: a path of the site with what follows it, or an https address.
 * @param text what a person or a file says; an absolute address of the site becomes a path
 * @param own as in `judgeSource`
 */
export function judgeTarget(text: string, own: ReadonlySet<string>): Judged {
  const local = localPart(text, own);
  if ('fault' in local) return local;
  if (local.isForeign) return short(local.address);
  const { path, query, fragment } = split(local.address);
  const place = pathIn(path, FILES.test(path) ? plain : fold);
  if ('fault' in place) return place;
  return short(place.address + (query && `?${sendable(query)}`) + (fragment && `#${sendable(fragment)}`));
}

/** The address of a request as addresses are compared; null where no redirect can start. @param url path and query, as the request has them */
export function placeAsked(url: string): Place | null {
  const { path, query } = split(url);
  const place = pathIn(path, fold);
  if ('fault' in place || isReserved(place.address)) return null;
  const asked = queryIn(query) ?? '';
  return bytesOf(place.address) > ADDRESS_BYTES ? null : { path: place.address, query: asked };
}

/** The place that a stored target leads to; null for another site. */
export function placeOfTarget(target: string): Place | null {
  if (!target.startsWith('/')) return null;
  const { path, query } = split(target);
  return { path, query: queryIn(query) ?? '' };
}

/** A place as it is stored. */
export const joined = ({ path, query }: Place): string => (query === '' ? path : `${path}?${query}`);

/** An address as a header and a link have it: ASCII, percent-encoded. */
export const sendable = (text: string): string => text.replace(UNSENDABLE, encodeURIComponent);

/** The query of a request or of a stored target, as it is written; empty for none. */
export const queryOf = (address: string): string => split(address).query;

/** What is asked of the site; or the address of another site, as `URL` writes it. */
function localPart(
  text: string,
  own: ReadonlySet<string>,
): { readonly address: string; readonly isForeign: boolean } | { readonly fault: AddressFault } {
  const written = text.trim();
  if (written === '') return { fault: 'empty' };
  if (written.length > ADDRESS_BYTES) return { fault: 'long' };
  if (CONTROL.test(written) || written.includes('\\') || !written.isWellFormed()) return { fault: 'character' };
  if (written.startsWith('/'))
    return written.startsWith('//') ? { fault: 'relative' } : { address: written, isForeign: false };
  if (!/^https?:/i.test(written)) return { fault: 'relative' };
  const url = /^https?:\/\/[^/]/i.test(written) ? URL.parse(written) : null;
  if (!url) return { fault: 'unreadable' };
  if (url.username !== '' || url.password !== '') return { fault: 'credentials' };
  // A host may end in a dot: it is the same one.
  if (own.has(url.host.replace(/\.(?=:|$)/, ''))) {
    // Not of `url`, which takes dot segments for other ones.
    const rest = written.replace(/^https?:\/\/[^/?#]*/i, '');
    const address = rest.startsWith('/') ? rest : `/${rest}`;
    return address.startsWith('//') ? { fault: 'segment' } : { address, isForeign: false };
  }
  return url.protocol === 'https:' ? { address: url.href, isForeign: true } : { fault: 'insecure' };
}

function split(address: string): Place & { readonly fragment: string } {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? [];
  return { path, query, fragment };
}

/** Capitals do not matter, nor how an accent is composed. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase().normalize('NFC');
const plain = (text: string): string => text.normalize('NFC');

function pathIn(written: string, form: (text: string) => string): Judged {
  if (!written.startsWith('/')) return { fault: 'relative' };
  const segments = written
    .replace(/(?<=.)\/$/, '')
    .slice(1)
    .split('/');
  if (segments.length === 1 && segments[0] === '') return { address: '/' };
  let path = '';
  for (const segment of segments) {
    const decoded = decode(segment);
    if (decoded === null) return { fault: 'encoding' };
    if (CONTROL.test(decoded) || decoded.includes('\\')) return { fault: 'character' };
    if (/^\.{0,2}$/.test(decoded) || decoded.includes('/')) return { fault: 'segment' };
    path += `/${form(decoded).replace(ENCODED_IN_PATH, encodeURIComponent)}`;
  }
  return { address: path };
}

/** Null for one that cannot be decoded. */
function queryIn(written: string): string | null {
  const parts: string[] = [];
  for (const part of written.split('&')) {
    if (part === '') continue;
    const [name = '', ...value] = part.replaceAll('+', '%20').split('=');
    const decoded = [name, ...(value.length > 0 ? [value.join('=')] : [])].map(decode);
    if (decoded.some((text) => text === null || CONTROL.test(text))) return null;
    parts.push(decoded.map((text) => fold(String(text)).replace(ENCODED_IN_QUERY, encodeURIComponent)).join('='));
  }
  return parts.join('&');
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

const short = (address: string): Judged => (bytesOf(address) > ADDRESS_BYTES ? { fault: 'long' } : { address });
