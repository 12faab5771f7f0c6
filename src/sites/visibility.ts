import type { SiteAddress, SiteState } from '../storage/public-sites.ts';

type Visibility = Pick<SiteState, 'masque' | 'cle_acces'>;

/** A site that asks its visitors for a code. */
export type ProtectedSite = Pick<SiteState, 'site_id'> & { readonly cle_acces: string };

/** Whether a site asks its visitors for a code. */
export const isProtected = <State extends SiteState>(state: State): state is State & ProtectedSite =>
  state.cle_acces !== null;

/** Whether a site is for everybody, search engines and language models too: neither hidden nor protected by a code. */
export const isOpenToAll = ({ masque, cle_acces }: Visibility): boolean => !masque && cle_acces === null;

/** Whether the pages of a site are at its main address and not at this one of its hosts. */
export const answersElsewhere = (
  { principal }: Pick<SiteState, 'principal'>,
  { host }: Pick<SiteAddress, 'host'>,
): boolean => principal !== null && principal !== host;
