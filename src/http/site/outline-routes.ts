import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OutlineTexts, SiteOutlines } from '../../sites/outline/site-outlines.ts';
import { isOpenToAll } from '../../sites/visibility.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import type { SiteState } from '../../storage/public-sites.ts';
import type { SiteOrigin } from '../../text/site-origin.ts';
import { isNamed, tagOf } from '../entity-tags.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import { assetHeaders } from '../security.ts';
import { tellAge } from './stale.ts';
import { type Visited, visitedBy } from './visited.ts';

interface OutlineOptions {
  readonly outlines: SiteOutlines;
  readonly originOf: SiteOrigin;
}

/** One of these descriptions. */
interface Outline {
  readonly type: string;
  readonly isTold: (state: SiteState) => boolean;
  readonly textOf: (texts: OutlineTexts, origin: string) => string | null;
}

const LLMS = '/llms.txt';
const OUTLINES = new Set(['/robots.txt', '/sitemap.xml', LLMS]);
export const ROBOTS_CLOSED = 'User-agent: *\nDisallow: /\n';
const ROBOTS_OPEN = 'User-agent: *\nAllow: /\n';

/**
 * Descriptions of a site for programs: `/robots.txt`, `/sitemap.xml`, `/llms.txt`. No page has an address with a dot. Those of
 * a hidden or protected site say so to everybody. Their addresses are those of the main address, whatever the visitor asked by.
 */
export function outlineRoutes(app: FastifyInstance, { outlines, originOf }: OutlineOptions): void {
  /** Where the main address of the site is not known because the database is away, robots are told of no map. */
  async function mapLine({ finding, state }: Visited): Promise<string> {
    if (!isMapped(state)) return '';
    const { answer: texts } = await outlines.find(finding).catch(orNoOutline);
    return texts ? `\nSitemap: ${originOf({ slug: state.slug, domain: texts.domain })}/sitemap.xml\n` : '';
  }

  app.get('/robots.txt', async (request, reply) => {
    const visited = visitedBy(request);
    const { state } = visited;
    const map = await mapLine(visited);
    return sendText(request, reply, 'text/plain', isOpenToAll(state) ? ROBOTS_OPEN + map : ROBOTS_CLOSED);
  });

  app.get('/sitemap.xml', (request, reply) =>
    sendOutline(request, reply, {
      type: 'application/xml',
      isTold: isMapped,
      textOf: (texts, origin) => texts.sitemap(origin),
    }),
  );

  app.get(LLMS, (request, reply) =>
    sendOutline(request, reply, {
      type: 'text/plain',
      isTold: isOpenToAll,
      textOf: (texts, origin) => texts.llms(origin),
    }),
  );

  async function sendOutline(
    request: FastifyRequest,
    reply: FastifyReply,
    { type, isTold, textOf }: Outline,
  ): Promise<FastifyReply> {
    const { finding, state } = visitedBy(request);
    if (!isTold(state)) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    const { answer: texts, verifiedAt } = await outlines.find(finding);
    tellAge(reply, verifiedAt);
    const text = texts && textOf(texts, originOf({ slug: state.slug, domain: texts.domain }));
    if (text === null) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    return sendText(request, reply, type, text);
  }
}

function orNoOutline(error: unknown): { readonly answer: null } {
  if (isOutOfReach(error)) return { answer: null };
  throw error;
}

/** Whether a request asks for one of these files, which a protected site answers without a code: of a site that is not public they tell nothing. */
export const asksForOutline = ({ routeOptions }: FastifyRequest): boolean => OUTLINES.has(routeOptions.url ?? '');

/** Whether a request asks for what every site has, whatever renders its pages (docs/decisions/public-pages.md). */
export const asksForLlms = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url === LLMS;

/** Whether the site has pages for search engines: only with a published theme. */
const isMapped = (state: SiteState): boolean => isOpenToAll(state) && state.theme_id !== null;

function sendText(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const etag = tagOf(text);
  reply.headers({ ...assetHeaders(`${type}; charset=utf-8`), ETag: etag });
  return isNamed(etag, request.headers['if-none-match']) ? reply.code(304).send() : reply.send(text);
}
