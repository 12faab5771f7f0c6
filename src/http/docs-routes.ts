import type { FastifyInstance } from 'fastify';
import metadata from '../../package.json' with { type: 'json' };
import type { RouteDescription } from './api/api.ts';
import { openApiDocument } from './api/openapi.ts';
import { renderDocsPage } from './docs-page.ts';
import { API_HEADERS, freshNonce, pageHeaders } from './security.ts';

/** `/openapi.json` and `/docs`: the API's own description, for machines and for people (docs/decisions/edge-guard.md). */
export function docsRoutes(app: FastifyInstance, { routes }: { routes: readonly RouteDescription[] }): void {
  // Made at the first request, because it takes thirty milliseconds of a processor.
  let document: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(routes, metadata.version));
    return reply.headers(API_HEADERS).type('application/json; charset=utf-8').send(document);
  });
  app.get('/docs', (_request, reply) => {
    const nonce = freshNonce();
    return reply.headers(pageHeaders(nonce)).send(renderDocsPage(routes, nonce));
  });
}
