import type { IncomingMessage } from 'node:http';
import { hostHeader } from '../entrance.ts';

/** Longest address that is gone back to, characters. */
const ADDRESS_CHARACTERS = 2_000;
/** Stands for the home page of whatever host: only paths leave this file. */
const HOME = new URL('http://site.invalid/');

type Headers = Pick<IncomingMessage, 'headers'>;

/** An address of the host that this request names, in whatever scheme; null for any other and for what is none. */
function ownAddress(text: string | undefined, request: Headers, trustProxy: boolean): URL | null {
  const url = text === undefined ? null : URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  return URL.parse(`${url.protocol}//${hostHeader(request, trustProxy)}`)?.host === url.host ? url : null;
}

/**
 * Whether nothing tells that a page of another host has sent this request. Browsers of any age tell; what tells nothing is no
 * browser, and has no visitor to send for.
 */
export function isFromOwnPage(request: Headers, trustProxy: boolean): boolean {
  const { 'sec-fetch-site': relation, origin } = request.headers;
  if (relation !== undefined) return relation === 'same-origin' || relation === 'none';
  return origin === undefined || ownAddress(origin, request, trustProxy) !== null;
}

/** Where a form was sent from, and where its visitor goes back to. */
export interface FormAddresses {
  /** Path and query. */
  readonly page: string;
  /** Path, query with `demande`, and perhaps a fragment: never an address of another host. */
  goBack(demande: 'merci' | 'erreur'): string;
}

/**
 * @param wanted where the form wants its visitor to go, relative to the page that it stands on; what leads to another host counts
 *   for nothing
 */
export function formAddresses(request: Headers, trustProxy: boolean, wanted: string | undefined): FormAddresses {
  const referrer = ownAddress(request.headers.referer, request, trustProxy);
  const from = referrer && referrer.href.length <= ADDRESS_CHARACTERS ? referrer : HOME;
  const target = wanted === undefined ? null : URL.parse(wanted, from.href);
  const isOwn = target?.protocol === from.protocol && target.host === from.host;
  const back = target && isOwn && target.href.length <= ADDRESS_CHARACTERS ? target : from;
  return {
    page: pathOf(referrer ? from : back, null),
    goBack: (demande) => pathOf(back, demande) + back.hash,
  };
}

function pathOf({ pathname, search }: URL, demande: string | null): string {
  const query = new URLSearchParams(search);
  query.delete('demande');
  if (demande !== null) query.set('demande', demande);
  // Two slashes would begin another host's name.
  return pathname.replace(/^\/+/, '/') + (query.size > 0 ? `?${query}` : '');
}
