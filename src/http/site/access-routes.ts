import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { QueueFull } from '../../../concurrency/queue-full.ts';
import { type ErrorCode, Refusal } from '../../errors.ts';
import type { AccessCodes } from '../../sites/access-codes.ts';
import { isProtected } from '../../sites/visibility.ts';
import { parseInput } from '../api/input.ts';
import { FORM_BYTES, parseForms } from '../forms.ts';
import { momentaryRefusalFor, RETRY_AFTER_SECONDS } from '../momentary-refusal.ts';
import type { PublicAddress } from '../public-address.ts';
import { noteRefused } from '../refused-credentials.ts';
import { seeOther } from '../see-other.ts';
import { AccessCookie } from './access-cookie.ts';
import { ACCESS_PATH, sendAccessPage } from './access-page.ts';
import { asksForOutline } from './outline-routes.ts';
import { wayBack } from './way-back.ts';

interface AccessOptions {
  readonly codes: AccessCodes;
  readonly publicAddress: PublicAddress;
}

const Given = z.object({ code: z.string().min(1) });

/** Sentences of the page, by refusal. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'Ce n’est pas le bon code.',
  trop_de_tentatives: 'Trop de codes ont été essayés. Réessayez dans un quart d’heure.',
  invalid_input: 'Indiquez le code.',
  origine_refusee: 'Ce code n’a pas été envoyé depuis cette page. Recommencez ici.',
};
const BUSY = 'Trop de codes attendent d’être vérifiés. Réessayez dans un instant.';

/** Asks for the code of a protected site before anything of it is shown (docs/operations.md, Sites protected by a code). */
export function accessRoutes(app: FastifyInstance, { codes, publicAddress }: AccessOptions): void {
  const cookie = new AccessCookie(publicAddress);

  app.addHook('onRequest', (request, reply, done) => {
    const state = request.visited?.state;
    if (!state || !isProtected(state) || givesCode(request) || asksForOutline(request)) return done();
    if (cookie.opens(request, state)) return done();
    return sendAccessPage(reply, 401, { wayBack: isRead(request) ? wayBack(request.url) : '/' });
  });

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    parseForms(scope);

    scope.post(ACCESS_PATH, { bodyLimit: FORM_BYTES }, async (request, reply) => {
      const next = wayBack((request.body as { retour?: unknown } | null | undefined)?.retour);
      const state = request.visited?.state;
      try {
        publicAddress.assertSameOrigin(request.raw, 'allowed');
        const { code } = parseInput(Given, request.body);
        if (state && isProtected(state)) {
          const address = publicAddress.clientAddress(request.raw);
          await codes.check({ siteId: state.site_id, code, address });
          cookie.write(reply, state);
        }
      } catch (error) {
        noteRefused('code', error, request, publicAddress);
        return refuse(reply, error, next);
      }
      return seeOther(reply, next);
    });
  });
}

/** Whether a visitor of a protected site gives its code. */
export const givesCode = ({ method, routeOptions, visited }: FastifyRequest): boolean =>
  method === 'POST' && routeOptions.url === ACCESS_PATH && visited !== null && isProtected(visited.state);

/** A GET can be repeated after the code; the body of another request is lost. */
const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

/** Shows the page again for a known refusal; other errors go to the server's handler. */
function refuse(reply: FastifyReply, error: unknown, next: string): FastifyReply {
  const momentary = momentaryRefusalFor(error);
  const refusal = momentary ?? error;
  if (!(refusal instanceof Refusal)) throw error;
  if (momentary) reply.header('Retry-After', RETRY_AFTER_SECONDS);
  const sentence = error instanceof QueueFull ? BUSY : (SENTENCES[refusal.code] ?? refusal.details.message);
  return sendAccessPage(reply, refusal.status, { wayBack: next, ...(sentence !== undefined && { alert: sentence }) });
}
