import type { FastifyInstance } from 'fastify';
import type { Storefront } from './catalogue/catalogue-routes.ts';
import { kept } from './kept.ts';
import { drawnDocument } from './public-pages.ts';
import { freshNonce, pageHeaders } from './security.ts';
import { seeOther } from './see-other.ts';
import { STUDIO_PATH } from './studio/studio-routes.ts';
import { type VisitorSources, visitorOf } from './studio/visitor.ts';
import { welcomePage } from './welcome-page.ts';

interface WelcomeOptions extends VisitorSources {
  readonly storefront: Storefront;
  /** Address of the public storefront. */
  readonly store: string;
  readonly isSignUpOpen: boolean;
}

/** `GET /`: the studio for a signed-in account; for others a page about vitrine, which needs no database. */
export function welcomeRoutes(app: FastifyInstance, options: WelcomeOptions): void {
  const drawn = kept((store: string) => drawnDocument(welcomePage(options.storefront, store, options.isSignUpOpen)));
  app.get('/', async (request, reply) => {
    const visitor = await visitorOf(options, request, reply).catch((error) => {
      request.log.warn({ err: error }, 'the home page could not look who is signed in');
      return null;
    });
    if (visitor) return seeOther(reply, STUDIO_PATH);
    const { under } = await drawn(options.store);
    const nonce = freshNonce();
    return reply.headers(pageHeaders(nonce)).send(under(nonce));
  });
}
