import type { Page } from '../../../engine/index.ts';
import { type View, viewAt } from '../../sites/views.ts';

/** What the address of a page asks for. */
export interface AskedPage {
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

/** The path of an address without its outer slashes; undecoded when it cannot be decoded. */
function decodedPath(url: string): string {
  const path = url.split('?', 1)[0]?.replace(/^\/|\/$/g, '') ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
