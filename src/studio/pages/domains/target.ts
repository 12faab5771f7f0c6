import { Api } from '../../api/client.ts';
import { type Loaded, useLoaded } from '../../live/use-loaded.ts';

export const DOMAINS = '/api/domaines';

export const domainPath = (host: string, end = ''): string => `${DOMAINS}/${encodeURIComponent(host)}${end}`;

/** Addresses of this installation, to which names are led; null where nobody needs them. */
export type Target = Loaded<readonly string[] | null>;

/** Asks for the addresses of this installation. @param isWanted whether the page shows them */
export const useTarget = (siteId: string, isWanted: boolean): Target =>
  useLoaded(
    async (signal) =>
      isWanted
        ? (await new Api(siteId).send<{ cible: { adresses: string[] } }>(DOMAINS, { signal })).cible.adresses
        : null,
    [siteId, isWanted],
  );
