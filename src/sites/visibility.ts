import type { SiteState } from '../storage/public-sites.ts';

type Visibility = Pick<SiteState, 'masque' | 'cle_acces'>;

/** A site that asks its visitors for a code. */
export type ProtectedSite = Pick<SiteState, 'site_id'> & { readonly cle_acces: string };

/** Whether a site asks its visitors for a code. */
export const isProtected = <State extends SiteState>(state: State): state is State & ProtectedSite =>
  state.cle_acces !== null;

/** Whether a site is for everybody, search engines and language models too: neither hidden nor protected by a code. */
export const isOpenToAll = ({ masque, cle_acces }: Visibility): boolean => !masque && cle_acces === null;
