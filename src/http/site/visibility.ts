import type { FastifyInstance } from 'fastify';
import { isOpenToAll, isProtected } from '../../sites/visibility.ts';

/** Headers of every answer of a hidden or protected site: search engines and shared caches keep nothing of it. */
export function hideSites(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.visited && !isOpenToAll(request.visited.state)) reply.header('X-Robots-Tag', 'noindex');
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.visited && isProtected(request.visited.state)) {
      reply.header('Cache-Control', privately(reply.getHeader('Cache-Control')));
    }
    done();
  });
}

/** `Cache-Control` of an answer that only some visitors may see. @param own the value for a public site */
export const privately = (own: unknown): string =>
  /\bno-store\b/i.test(String(own)) ? 'no-store' : 'private, no-cache';
