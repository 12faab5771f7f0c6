import type { FastifyReply } from 'fastify';
import { seesRequests } from '../../accounts/access.ts';
import { PLATFORM_MARK } from '../../health/marks.ts';
import type { Database } from '../../storage/database.ts';
import { overviewsOf, type SiteOverview } from '../../storage/site-overviews.ts';
import type { MemberSite } from '../../storage/sites.ts';
import type { FrameProps, Place, SitePlace } from '../../studio/frame/props.ts';
import type { Draw, ViewProps } from '../../studio/pages/props.ts';
import { drawer, styleOf } from '../drawing.ts';
import { freshNonce, studioHeaders } from '../security.ts';
import { TITLE_FACES } from '../title-faces.ts';
import { offlineOf } from './offline.ts';
import { scriptPath, sheetOf } from './script-routes.ts';
import { siteLink, type Visitor } from './visitor.ts';

export interface NavigationSources {
  readonly database: Database;
  /** Scheme, host and port by which this visitor reaches the public pages of a site. */
  readonly originOf: (site: MemberSite) => string;
}

interface AroundPage {
  /** In plain text. */
  readonly title: string;
  readonly site?: MemberSite | undefined;
  /** What the page has read of its site already, so that the navigation does not read the same. */
  readonly overview?: SiteOverview | undefined;
  /** Which link of the site’s navigation leads here; without it the page has no such navigation. */
  readonly section?: SitePlace;
  /** Which link of the header leads here. */
  readonly place?: Place;
  /** Whether the script starts a thread, from another script of ours. */
  readonly hasThread?: true;
}

/** A page of the studio without the document around it. A view has a script and a style sheet of its own, in its folder. */
export type StudioPage = AroundPage & ViewProps;

/**
 * Answers with a page of the studio; nothing caches it, because it shows what one account may see.
 * @param sources of what the navigation of a site shows
 */
export async function sendStudioPage(
  reply: FastifyReply,
  visitor: Visitor,
  page: StudioPage,
  sources: NavigationSources,
): Promise<FastifyReply> {
  const { title, hasThread, view, props } = page;
  const nonce = freshNonce();
  const [frame, { draw, build }] = await Promise.all([
    frameOf(visitor, page, sources),
    drawer<Draw>('studio/server.tsx'),
  ]);
  const style = TITLE_FACES + (await styleOf(sheetOf(view)));
  const document = {
    ...{ title, nonce, style, script: scriptPath(view), account: visitor.account.id },
    state: { build, frame, props },
    marks: { [PLATFORM_MARK]: '' },
  };
  return reply
    .headers({ ...studioHeaders(nonce, hasThread), 'Cache-Control': 'no-store' })
    .send(draw(document, frame, page));
}

async function frameOf(
  { sites }: Visitor,
  { site, overview: known, section, place }: AroundPage,
  { database, originOf }: NavigationSources,
): Promise<FrameProps> {
  const [overview = known] = site && section && !known ? await overviewsOf(database.management, [site.id]) : [];
  const published = overview?.published?.nom ?? null;
  const unread = site && seesRequests(site) ? (overview?.unreadRequests ?? 0) : null;
  const navigation = site && section ? { place: section, published, unread, address: originOf(site) } : null;
  return {
    sites: sites.map(siteLink),
    site: site ? { ...siteLink(site), offline: offlineOf(site), navigation } : null,
    place: place ?? null,
  };
}
