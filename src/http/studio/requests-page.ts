import { z } from 'zod';
import { seesRequests } from '../../accounts/access.ts';
import { readRequests } from '../../content/requests.ts';
import { zoneOfSite } from '../../content/settings.ts';
import { RequestSelection } from '../../contract/requests.ts';
import { addressOfVisitor, replyLink } from '../../mail/reply.ts';
import { countRequests } from '../../storage/request-lists.ts';
import type { VisitorRequest } from '../../storage/requests.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { RequestsProps, RequestsQuery, SentRequest } from '../../studio/pages/requests/props.ts';
import { isolated } from '../../text/names.ts';
import { fieldText, summaryOf } from '../../text/request-words.ts';
import { localWords } from '../../text/zoned-times.ts';
import type { StudioPage } from './document.ts';
import { listAtPlace } from './list-place.ts';
import { readOnlyOf } from './read-only.ts';
import type { PageSources } from './studio-pages.ts';
import { siteLink, studioPath } from './visitor.ts';

/** How many requests are shown at a time. */
const SHOWN = 20;

const NO_COUNT = { all: 0, unread: 0 };

/** Where the requests of a site are shown. @param cursor where the list begins */
export const requestsPath = (site: MemberSite, cursor: string): string =>
  `${studioPath(site)}/demandes?${new URLSearchParams({ avant: cursor })}`;

/** `/studio/<site>/demandes`: what visitors sent. @param asked its query; what is wrong there counts for nothing */
export async function openRequestsPage(
  { database: { management } }: PageSources,
  site: MemberSite,
  asked: Readonly<Record<string, unknown>>,
): Promise<StudioPage> {
  const query = queryOf(asked);
  const cursor = z.string().safeParse(asked.avant).data;
  const isRefused = !seesRequests(site);
  const around = { title: `${isolated(site.nom)} – demandes`, site, section: 'requests', view: 'requests' } as const;
  const props = { site: { id: site.id, ...siteLink(site) }, readOnly: readOnlyOf(site), isRefused, query };
  if (isRefused) {
    const counts = { recue: NO_COUNT, archivee: NO_COUNT, indesirable: NO_COUNT };
    return { ...around, props: { ...props, counts, requests: [], next: null, isFirst: true } };
  }
  const wish = { filing: query.classement, isUnread: query.nonLues, typed: query.q };
  const from = (place: string | undefined) => readRequests(management, site.id, wish, { cursor: place, limit: SHOWN });
  const [counts, zone, { list, isFirst }] = await Promise.all([
    countRequests(management, site.id),
    zoneOfSite(management, site.id),
    listAtPlace(from, cursor),
  ]);
  const { requests, next } = list;
  const rows = requests.map((request) => rowOf(request, site, zone));
  return { ...around, props: { ...props, counts, requests: rows, next, isFirst } satisfies RequestsProps };
}

function queryOf({ q, classement, non_lues }: Readonly<Record<string, unknown>>): RequestsQuery {
  const { shape } = RequestSelection;
  return {
    classement: shape.classement.safeParse(classement).data ?? 'recue',
    q: shape.q.safeParse(q).data?.trim() ?? '',
    nonLues: non_lues !== undefined,
  };
}

function rowOf(request: VisitorRequest, { nom }: MemberSite, zone: string): SentRequest {
  const { id, recue_le, page, champs, lue_le } = request;
  const when = localWords(recue_le, zone);
  const fields = [...champs].map(([name, value]) => [name, fieldText(value)] as const);
  return {
    ...{ id, at: recue_le, when, page, fields, isRead: lue_le !== null },
    ...summaryOf(fields, addressOfVisitor({ champs })),
    reply: replyLink({ champs, site: nom, when }),
  };
}
