import { writeRefusalFor } from '../../accounts/access.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { ReadOnly } from '../../studio/parts/props.ts';
import { READER } from '../../text/sentences.ts';

/** Why a member may not change anything of a site, told at the top of the page: the API’s refusal would come after the work was done. */
export function readOnlyOf(site: MemberSite): ReadOnly | null {
  if (site.role === 'lecteur') return { reason: READER, isReader: true };
  const refusal = writeRefusalFor(site);
  return refusal && { reason: String(refusal.body.message), isReader: false };
}
