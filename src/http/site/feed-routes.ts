import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicPages } from '../../sites/public-pages.ts';
import { feedAt } from '../../sites/views.ts';
import { writtenAt } from '../../storage/public-sites.ts';
import type { SiteOrigin } from '../../text/site-origin.ts';
import { isNamed, tagOf } from '../entity-tags.ts';
import { assetHeaders } from '../security.ts';
import { atomDocument } from './atom.ts';
import { sendLed } from './led-on.ts';
import { tellAge } from './stale.ts';
import { visitedBy } from './visited.ts';

interface FeedOptions {
  readonly pages: PublicPages;
  readonly originOf: SiteOrigin;
}

const FEEDS = new Set(['/blog.atom', '/blog/:blog.atom']);

/** Whether a request asks for one of these. */
export const asksForFeed = ({ routeOptions }: FastifyRequest): boolean => FEEDS.has(routeOptions.url ?? '');

/** Atom feeds: `/blog.atom` of all blogs of a site, `/blog/<blog>.atom` of one. Blogs' own addresses have no dot. */
export function feedRoutes(app: FastifyInstance, { pages, originOf }: FeedOptions): void {
  async function sendFeed(request: FastifyRequest, reply: FastifyReply, blog: string | null): Promise<FastifyReply> {
    const visited = visitedBy(request);
    const { state } = visited;
    const { answer: content, verifiedAt } = await pages.read({ ...visited, view: feedAt(blog) });
    if (!state.theme_id || !content?.feed) {
      const led = state.theme_id === null ? null : await pages.leadFrom({ ...visited, url: request.url });
      if (led) return sendLed(reply, led);
      reply.callNotFound();
      return reply;
    }
    tellAge(reply, verifiedAt);
    const { siteName = '', feed } = content;
    const origin = originOf({ slug: state.slug, domain: feed.domain });
    const changedAt = writtenAt(state);
    const body = atomDocument(feed, { origin, siteName, changedAt });
    const etag = tagOf(body);
    reply.headers({ ...assetHeaders('application/atom+xml; charset=utf-8'), ETag: etag });
    return isNamed(etag, request.headers['if-none-match']) ? reply.code(304).send() : reply.send(body);
  }

  app.get('/blog.atom', (request, reply) => sendFeed(request, reply, null));
  app.get<{ Params: { blog: string } }>('/blog/:blog.atom', (request, reply) =>
    sendFeed(request, reply, request.params.blog),
  );
}
