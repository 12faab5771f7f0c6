import { parse } from 'node:querystring';
import type { Page } from '../../../engine/index.ts';
import { type View, viewAt } from '../../sites/views.ts';

/** What the address of a page asks for. */
interface AskedPage {
  /** Null when no page can have this address. */
  readonly view: View | null;
  readonly demande: Page['demande'];
}

export interface PageQuery {
  readonly demande?: unknown;
  readonly page?: unknown;
}

/** @param url path and query, as the request has them */
export const askedPage = (url: string, { demande, page }: PageQuery): AskedPage => ({
  view: viewAt(decodedPath(url), typeof page === 'string' ? page : undefined),
  demande: demande === 'merci' || demande === 'erreur' ? demande : '',
});

/** What a visitor who follows this address asks for; its fragment is never sent. @param address path and query of a page of a site */
export function askedAt(address: string): AskedPage {
  const [sent = ''] = address.split('#', 1);
  const query = sent.indexOf('?');
  return askedPage(sent, query === -1 ? {} : parse(sent.slice(query + 1)));
}

/** The path of an address without its outer slashes; undecoded when it cannot be decoded. */
function decodedPath(url: string): string {
  const path = url.split('?', 1)[0]?.replace(/^\/|\/$/g, '') ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
