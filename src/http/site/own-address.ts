import type { IncomingMessage } from 'node:http';
import { hostHeader } from '../entrance.ts';

/** Longest address to return to, characters. */
const ADDRESS_CHARACTERS = 2_000;
/** Stands for the request's host while addresses are resolved: this file returns only paths. */
const HOME = new URL('http://site.invalid/');

type Headers = Pick<IncomingMessage, 'headers'>;

/** An address of the host that this request names, with http or https; null for an address of another host and for a malformed one. */
function ownAddress(text: string | undefined, request: Headers, trustProxy: boolean): URL | null {
  const url = text === undefined ? null : URL.parse(text);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  return URL.parse(`${url.protocol}//${hostHeader(request, trustProxy)}`)?.host === url.host ? url : null;
}

/** The page that a form was sent from, and the address that its visitor is sent back to. */
export interface FormAddresses {
  /** Path and query. */
  readonly page: string;
  /** Path, query with `demande`, and perhaps a fragment: never an address of another host. */
  goBack(demande: 'merci' | 'erreur'): string;
}

/**
 * @param wanted the address that the form sends its visitor to, relative to its page; an address of another host is ignored
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
