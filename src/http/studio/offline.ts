import { DELETED_BY_OWNER, OWNERS_OWN } from '../../storage/offline-sites.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { Offline } from '../../studio/frame/props.ts';
import { studioPath } from './visitor.ts';

type Off = Pick<MemberSite, 'id' | 'slug' | 'role' | 'hors_ligne' | 'efface_le'>;

/** Why a site is off; null where it answers. */
export function offlineOf(site: Off): Offline | null {
  const reasons = Object.entries(site.hors_ligne ?? {}).sort(([, a], [, b]) => (a.le < b.le ? -1 : 1));
  const [first] = reasons;
  if (!first) return null;
  return {
    since: first[1].le,
    reasons: reasons
      .filter(([cause]) => cause !== DELETED_BY_OWNER)
      .map(([cause, { genre, motif }]) => ({ kind: genre, words: motif, isOwners: cause === OWNERS_OWN })),
    goesAt: site.efface_le,
    ownPage: site.role === 'proprietaire' ? ownPagePath(site) : null,
  };
}

/** Address of the page of the site itself: its name, its address, its end. */
const ownPagePath = (site: Pick<MemberSite, 'id' | 'slug'>): string => `${studioPath(site)}/ce-site`;
