import { writeRefusalFor } from '../../accounts/access.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { ReadOnly } from '../../studio/parts/props.ts';
import { READER } from '../../text/sentences.ts';

/** Why a member may not change anything of a site; null where the member may. */
export function readOnlyOf(site: MemberSite): ReadOnly | null {
  const reason = readOnlyReason(site);
  return reason === null ? null : { reason, isReader: site.role === 'lecteur' };
}

/** The same in a sentence. */
export function readOnlyReason(site: MemberSite): string | null {
  // Told at the top of the page: the API’s refusal would come after the work was done.
  if (site.role === 'lecteur') return READER;
  const refusal = writeRefusalFor(site);
  return refusal && String(refusal.body.message);
}
