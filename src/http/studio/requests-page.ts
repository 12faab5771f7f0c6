import { readRequests } from '../../content/requests.ts';
import { Refusal } from '../../errors.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { isolated } from '../../text/names.ts';
import { fieldText } from '../../text/request-words.ts';
import type { StudioPage } from './document.ts';
import { readOnlyOf } from './read-only.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink, studioPath } from './visitor.ts';

/** How many requests are shown at a time. */
const SHOWN = 20;

/** Where the requests of a site are shown. @param cursor where the list begins */
export function requestsPath(site: MemberSite, cursor?: string): string {
  const path = `${studioPath(site)}/demandes`;
  return cursor === undefined ? path : `${path}?${new URLSearchParams({ avant: cursor })}`;
}

/** `/studio/<site>/demandes`: what visitors sent. @param cursor where the list begins; one that is none begins it anew */
export async function openRequestsPage(
  { database: { management } }: PageSources,
  site: MemberSite,
  cursor: string | undefined,
): Promise<StudioPage> {
  const all = { filing: null, isUnread: false, typed: '' };
  const from = (place: string | undefined) => readRequests(management, site.id, all, { cursor: place, limit: SHOWN });
  const { requests, next } = await from(cursor).catch((error) => {
    if (error instanceof Refusal && error.code === 'invalid_input') return from(undefined);
    throw error;
  });
  return {
    title: `${isolated(site.nom)} – demandes`,
    site,
    section: 'requests',
    view: 'requests',
    props: {
      site: { id: site.id, ...siteLink(site) },
      readOnly: readOnlyOf(site),
      requests: requests.map(({ id, recue_le, page, champs }) => ({
        id,
        at: recue_le,
        page,
        fields: [...champs].map(([name, value]) => [name, fieldText(value)] as const),
      })),
      older: next && requestsPath(site, next),
      newest: cursor === undefined ? null : requestsPath(site),
    },
  };
}
