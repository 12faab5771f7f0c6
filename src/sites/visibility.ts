import type { SiteState } from '../storage/public-sites.ts';

/** Whether a site is for everybody, search engines included: neither hidden nor protected by a code. */
export const isOpenToAll = ({ masque, cle_acces }: SiteState): boolean => !masque && cle_acces === null;
