import { writeRefusalFor } from '../../accounts/access.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { escapeHtml } from '../../text/escape.ts';
import { REASON_ID } from './site-view.ts';

/** What a reader of a site is told before doing anything: the API’s refusal would answer a question that nobody has asked. */
const READER = 'Vous êtes lecteur de ce site : vous pouvez tout y regarder, sans rien y changer.';

/** Why a member may not change anything of a site, in a sentence; null where the member may. */
export function readOnlyReason(site: MemberSite): string | null {
  if (site.role === 'lecteur') return READER;
  const refusal = writeRefusalFor(site);
  return refusal && String(refusal.body.message);
}

/** The reason as HTML, with the id that disabled controls refer to; nothing where there is none. To be a reader is no trouble. */
export function readOnlyNotice(site: MemberSite): string {
  const reason = readOnlyReason(site);
  if (reason === null) return '';
  return `<p class="notice${site.role === 'lecteur' ? ' calm' : ''}" id="${REASON_ID}">${escapeHtml(reason)}</p>`;
}
