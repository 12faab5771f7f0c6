import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sharedNow } from '../../../sandbox/index.ts';
import { WORTH_ENCODING_BYTES } from '../../sites/content-coding.ts';
import type { PublicPages, Served } from '../../sites/public-pages.ts';
import { verdictOf } from '../../sites/verdict.ts';
import { isNamed } from '../entity-tags.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import { freshNonce, REVALIDATED, sitePageHeaders } from '../security.ts';
import { sendBlogPage } from './blog-pages.ts';
import type { PageEncoder } from './compression/page-encoder.ts';
import { takesGzip, varyByEncoding } from './encoding.ts';
import { IncidentLog } from './incident-log.ts';
import { sendLed } from './led-on.ts';
import { askedPage, type PageQuery } from './page-address.ts';
import { pageTag } from './page-tag.ts';
import { tellAge } from './stale.ts';
import { sendUnavailable } from './unavailable.ts';
import { namesOf, type Visited, visitedBy } from './visited.ts';

interface PageOptions {
  readonly pages: PublicPages;
  readonly encoder: PageEncoder;
  /** Identifies the program's code that makes pages (`program-build.ts`). */
  readonly build: string;
}

export const EVERY_PAGE = '/*';

/** Pages of sites, rendered from their published themes on every request (docs/rules.md, Rule 1). */
export function pageRoutes(app: FastifyInstance, { pages, encoder, build }: PageOptions): void {
  const incidents = new IncidentLog();

  app.get<{ Querystring: PageQuery }>(EVERY_PAGE, async (request, reply) => {
    const visited = visitedBy(request);
    const asked = { ...visited, ...askedPage(request.url, request.query), url: request.url };
    const tag = pageTag(build, asked);
    if (tag !== null && isNamed(tag, request.headers['if-none-match'])) {
      pages.noteConfirmed(asked);
      varyByEncoding(reply);
      // The 304 carries no policy: a new nonce would not match the cached page.
      return reply
        .code(304)
        .headers({ ...REVALIDATED, ETag: `W/${tag}` })
        .send();
    }
    const nonce = freshNonce();
    const { traced } = request;
    const served = await pages.render({ ...asked, nonce, attempts: traced?.attempts });
    tellAge(reply, served.verifiedAt);
    const { page, content } = served;
    if (traced) traced.outcome = page.outcome;
    if (page.outcome !== 'page') return sendInstead(request, reply, served, nonce);
    visited.readyAt = sharedNow();
    if (page.incidents.length > 0) {
      const theme = themeOf(visited);
      visited.tally.noteFailures(theme, page.incidents);
      incidents.tell(request.log, { ...namesOf(request), theme }, page.incidents);
    }
    if (tag !== null && isLasting(served)) reply.header('ETag', `W/${tag}`);
    const isEncoded = page.body.length >= WORTH_ENCODING_BYTES && takesGzip(request);
    const sent = isEncoded ? await encoder.gzip(page.body) : page.body.bytes();
    if (isEncoded) reply.header('Content-Encoding', 'gzip');
    varyByEncoding(reply);
    return reply.code(verdictOf(page, content).statut).headers(sitePageHeaders(nonce)).send(sent);
  });
}

/** Whether two renders of the same content by this program give the same page: it did not read the clock. */
const isLasting = ({ page, content }: Served): boolean =>
  page.outcome === 'page' && content !== null && !page.readsClock && page.incidents.length === 0;

/** Answers where the theme gives no page. */
function sendInstead(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, content }: Served,
  nonce: string,
): FastifyReply {
  switch (page.outcome) {
    case 'led':
      return sendLed(reply, page.led);
    case 'no-template':
      return (content && sendBlogPage(reply, content, nonce)) ?? sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    case 'none':
    case 'no-layout':
      reply.header('X-Robots-Tag', 'noindex');
      return sendPlatformPage(reply, 200, PLATFORM_PAGES.noTheme);
    case 'refused':
      // The sandbox logs each refusal once and counts them: a flood of requests must not flood the log.
      return sendUnavailable(reply);
    default: {
      const visited = visitedBy(request);
      const theme = themeOf(visited);
      visited.tally.noteNoPage(theme, page);
      request.log.warn({ ...namesOf(request), theme, outcome: page }, 'a page could not be rendered');
      return sendUnavailable(reply);
    }
  }
}

function themeOf({ state }: Pick<Visited, 'state'>) {
  const { theme_id: id, theme_maj_le: version } = state;
  return { id: String(id), version: String(version) };
}
