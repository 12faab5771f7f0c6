import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNamed, tagOf } from '../../http/entity-tags.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../../http/platform-page.ts';
import { assetHeaders, freshNonce, pageHeaders } from '../../http/security.ts';
import { atomDocument } from '../../http/site/atom.ts';
import { askedPage, type PageQuery } from '../../http/site/page-address.ts';
import { assetType } from '../../http/site/theme-asset-routes.ts';
import { feedAt } from '../../sites/views.ts';
import { type LiveTheme, PREVIEW_THEME_ID } from './live-theme.ts';
import { absentOf, missingTemplate } from './missing-templates.ts';
import { pageDocument, withClient } from './page-document.ts';
import { problemsOf } from './problems.ts';
import type { Saves } from './saves.ts';

export interface ThemeOptions {
  readonly live: LiveTheme;
  readonly saves: Saves;
}

/** What visitors of a site see: pages, assets, feeds; always of the files as they are now. */
export function themeRoutes(app: FastifyInstance, { live, saves }: ThemeOptions): void {
  app.get<{ Params: { file: string } }>(`/theme-assets/${PREVIEW_THEME_ID}/:file`, (request, reply) => {
    const path = `assets/${request.params.file}`;
    const { folder, content } = live.now;
    const asset = folder.files.get(path) ?? content.found.assets.get(path);
    const contentType = assetType(path);
    if (asset === undefined || contentType === undefined) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    const etag = tagOf(asset);
    reply.headers({ ...assetHeaders(contentType), ETag: etag });
    return isNamed(etag, request.headers['if-none-match']) ? reply.code(304).send() : reply.send(asset);
  });

  const sendFeed = (request: FastifyRequest, reply: FastifyReply, blog: string | null) => {
    const { feed, siteName = '' } = live.now.content.site.view(feedAt(blog)) ?? {};
    if (!feed) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    const changedAt = new Date().toISOString();
    const body = atomDocument(feed, { origin: `http://${request.headers.host}`, siteName, changedAt });
    return reply.headers(assetHeaders('application/atom+xml; charset=utf-8')).send(body);
  };
  app.get('/blog.atom', (request, reply) => sendFeed(request, reply, null));
  app.get<{ Params: { blog: string } }>('/blog/:blog.atom', (request, reply) =>
    sendFeed(request, reply, request.params.blog),
  );

  app.get<{ Querystring: PageQuery }>('/*', async (request, reply) => {
    const snapshot = live.now;
    const { view, demande } = askedPage(request.url, request.query);
    const shown = snapshot.content.site.view(view);
    const nonce = freshNonce();
    const outcome = await live.render(snapshot, shown, { demande, nonce });
    const { status, html, incidents } = pageDocument(outcome, shown, nonce, absentOf(snapshot.folder, shown));
    const missing = missingTemplate(snapshot.folder, request.url.replace(/\?.*$/s, ''), shown);
    const { version } = snapshot;
    saves.served(version);
    const problems = problemsOf([...incidents, ...(missing ? [missing] : [])], snapshot);
    const page = withClient(html, { nonce, version, problems });
    return reply.code(status).headers(pageHeaders(nonce)).send(Buffer.from(page, 'utf8'));
  });
}
