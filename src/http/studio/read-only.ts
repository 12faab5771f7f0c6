import { writeRefusalFor } from '../../accounts/access.ts';
import type { MemberSite } from '../../storage/sites.ts';

/** What a reader of a site is told before doing anything: the API’s refusal would answer a question that nobody has asked. */
const READER = 'Vous êtes lecteur de ce site : vous pouvez tout y regarder, sans rien y changer.';

/** Why a member may not change anything of a site, in a sentence; null where the member may. */
export function readOnlyReason(site: MemberSite): string | null {
  if (site.role === 'lecteur') return READER;
  const refusal = writeRefusalFor(site);
  return refusal && String(refusal.body.message);
}
