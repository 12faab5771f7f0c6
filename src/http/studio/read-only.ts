import { writeRefusalFor } from '../../accounts/access.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { ReadOnly } from '../../studio/parts/props.ts';
import { escapeHtml } from '../../text/escape.ts';
import { READER } from '../../text/sentences.ts';
import { REASON_ID } from './site-view.ts';

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

/** The reason as HTML, with an id that disabled controls refer to; empty where there is none. To be a reader is no mistake, so it is no alert. */
export function readOnlyNotice(site: MemberSite): string {
  const why = readOnlyOf(site);
  if (!why) return '';
  return `<p class="notice${why.isReader ? ' calm' : ''}" id="${REASON_ID}">${escapeHtml(why.reason)}</p>`;
}
