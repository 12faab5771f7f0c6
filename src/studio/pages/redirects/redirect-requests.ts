import { isolated } from '../../../text/names.ts';
import type { Api } from '../../api/client.ts';
import type { Act } from '../../api/refusals.ts';

export const REDIRECTS = '/api/redirections';

/** Where an old address leads; null where visitors are told that the page is gone. */
export interface Redirection {
  readonly de: string;
  readonly vers: string | null;
  /** Whether all that is beneath leads to the same place beneath the other one: of blogs. */
  readonly dessous?: boolean;
}

/** Adds a redirect, or changes the one from the same address. @returns the redirect as it is stored @throws ApiRefusal, Unreachable */
export async function putRedirect(api: Api, body: Redirection, act: Act): Promise<Redirection> {
  return api.send<Redirection>(REDIRECTS, { act, method: 'POST', body });
}

/** What visitors of an old address find now, in a sentence. */
export const redirectWords = ({ de, vers }: Redirection): string =>
  vers === null
    ? `${isolated(de)} : les visiteurs apprennent que cette page est supprimée.`
    : `${isolated(de)} mène à ${isolated(vers)}.`;
