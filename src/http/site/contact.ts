import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ContactForms } from '../../content/contact-forms.ts';
import { type Fields, firstValue, judgeSubmission, RESERVED_FIELDS } from '../../content/submission.ts';
import type { DatabaseWatch } from '../../sites/database-watch.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import type { PublicAddress } from '../public-address.ts';
import { API_HEADERS } from '../security.ts';
import { readForm } from './form-body.ts';
import { type FormAddresses, formAddresses, isFromOwnPage } from './own-address.ts';

export interface ContactContext {
  readonly forms: ContactForms;
  readonly watch: DatabaseWatch;
  readonly publicAddress: PublicAddress;
  readonly trustProxy: boolean;
}

/** Longest body, bytes. */
const BODY_BYTES = 64 * 1024;

type Answer = 'merci' | 'erreur';

/**
 * `POST /contact` of a site: stores what a visitor sends through a form of the theme and leads back to the page that it came from
 * (rule 12; decisions, Public pages). Whatever is not stored is told as `erreur`, except to robots.
 */
export function registerContact(
  app: FastifyInstance,
  { forms, watch, publicAddress, trustProxy }: ContactContext,
): void {
  app.register(async (scope) => {
    // A body that is no form gets an answer, too.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async ({ visited }, reply) => {
      if (visited && !visited.state.theme_id) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    });
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      if (!request.visited || !error.statusCode || error.statusCode >= 500) throw error;
      return goBack(reply, formAddresses(request.raw, trustProxy, undefined), 'erreur');
    });

    scope.post('/contact', { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const entries = await readForm(request.headers['content-type'], request.body);
      const addresses = formAddresses(
        request.raw,
        trustProxy,
        entries ? firstValue(entries, RESERVED_FIELDS.goBackTo) : undefined,
      );
      if (!entries || !isFromOwnPage(request.raw, trustProxy)) return goBack(reply, addresses, 'erreur');
      const submission = judgeSubmission(entries, Date.now());
      if (submission.kind === 'spam') return goBack(reply, addresses, 'merci');
      if (submission.kind === 'refused') return goBack(reply, addresses, 'erreur');
      return goBack(reply, addresses, await store(request, addresses.page, submission.fields));
    });
  });

  async function store({ raw, visited, log }: FastifyRequest, page: string, fields: Fields): Promise<Answer> {
    if (!visited) return 'erreur';
    try {
      watch.assertPresent();
      const address = publicAddress.clientAddress(raw);
      return (await forms.receive({ siteId: visited.state.site_id, address, page, fields })) ? 'merci' : 'erreur';
    } catch (error) {
      if (!isOutOfReach(error)) log.error({ err: error }, 'what a visitor sent could not be stored');
      return 'erreur';
    }
  }
}

const goBack = (reply: FastifyReply, addresses: FormAddresses, answer: Answer): FastifyReply =>
  reply.headers(API_HEADERS).redirect(addresses.goBack(answer), 303);
