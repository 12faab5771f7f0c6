import { DELETED_BY_OWNER, OWNERS_OWN } from '../../storage/offline-sites.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { SiteEnds } from '../../studio/pages/this-site/props.ts';

/** What the page of a site says of its end. */
export function endsOf({ id, nom, role, hors_ligne, efface_le }: MemberSite): SiteEnds {
  const causes = Object.keys(hors_ligne ?? {});
  return {
    site: { id, name: nom },
    isOwner: role === 'proprietaire',
    isOff: causes.includes(OWNERS_OWN),
    isOffByOthers: causes.some((cause) => cause !== OWNERS_OWN && cause !== DELETED_BY_OWNER),
    goesAt: efface_le,
  };
}
