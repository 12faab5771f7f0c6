import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answersElsewhere } from '../../sites/visibility.ts';
import type { SiteOrigin } from '../../text/site-origin.ts';
import { leadOn } from './former-address.ts';
import { asksForOutline } from './outline-routes.ts';

/** Files, which pages of elsewhere may show. */
const FILES = /^\/(?:theme-assets|medias)\//;

/**
 * Leads who reads a page or a feed at another host of a site on to the domain that is its main address, whatever the site would answer there. What
 * is sent, files, and the descriptions for programs, which name the main address anyway, have their answers at every host (docs/domains.md, One main address).
 */
export function leadToMainAddress(app: FastifyInstance, { originOf }: { readonly originOf: SiteOrigin }): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { visited } = request;
    if (!visited || !answersElsewhere(visited.state, visited.address) || !isRead(request)) return done();
    if (FILES.test(request.routeOptions.url ?? '') || asksForOutline(request)) return done();
    const { slug, principal } = visited.state;
    return leadOn(request, reply, originOf({ slug, domain: principal }));
  });
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';
