import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Fields, firstValue, judgeSubmission, RESERVED_FIELDS } from '../../content/submission.ts';
import { PublicAddress } from '../public-address.ts';
import { API_HEADERS } from '../security.ts';
import { readForm } from './form-body.ts';
import { type FormAddresses, formAddresses } from './own-address.ts';

/** Longest body, bytes. */
const BODY_BYTES = 64 * 1024;

/** The result that the visitor is shown. */
export type ContactAnswer = 'merci' | 'erreur';

interface ContactFormOptions {
  readonly trustProxy: boolean;
  /** Stores a form. @param page the form's page: path and query */
  receive(request: FastifyRequest, page: string, fields: Fields): Promise<ContactAnswer>;
}

/**
 * `POST /contact` of a site: judges what a visitor sends through a form of the theme and leads back to the page that it came from
 * (docs/rules.md, Rule 12; docs/decisions/public-pages.md). A form that is not stored is answered with `erreur`; robots are answered as if it were.
 * @param scope has no other routes
 */
export function contactFormRoutes(scope: FastifyInstance, { trustProxy, receive }: ContactFormOptions): void {
  // A page of the platform is no page of the site.
  const own = new PublicAddress({ baseUrl: undefined, trustProxy });
  // A body that is not a form is answered too.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (!error.statusCode || error.statusCode >= 500) throw error;
    return goBack(reply, formAddresses(request.raw, trustProxy, undefined), 'erreur');
  });

  scope.post('/contact', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const entries = await readForm(request.headers['content-type'], request.body);
    const addresses = formAddresses(
      request.raw,
      trustProxy,
      entries ? firstValue(entries, RESERVED_FIELDS.goBackTo) : undefined,
    );
    if (!entries || !own.isSameOrigin(request.raw, 'allowed')) return goBack(reply, addresses, 'erreur');
    const submission = judgeSubmission(entries, Date.now());
    if (submission.kind === 'spam') return goBack(reply, addresses, 'merci');
    if (submission.kind === 'refused') return goBack(reply, addresses, 'erreur');
    return goBack(reply, addresses, await receive(request, addresses.page, submission.fields));
  });
}

const goBack = (reply: FastifyReply, addresses: FormAddresses, answer: ContactAnswer): FastifyReply =>
  reply.headers(API_HEADERS).redirect(addresses.goBack(answer), 303);
