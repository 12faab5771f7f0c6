import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ContactForms } from '../../content/contact-forms.ts';
import type { Fields } from '../../content/submission.ts';
import type { DatabaseWatch } from '../../sites/database-watch.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import type { PublicAddress } from '../public-address.ts';
import { type ContactAnswer, contactFormRoutes } from './contact-form-routes.ts';
import { namesOf } from './visited.ts';

interface ContactOptions {
  readonly forms: ContactForms;
  readonly watch: DatabaseWatch;
  readonly publicAddress: PublicAddress;
  readonly trustProxy: boolean;
}

/** `POST /contact` of a site that has a theme: what a visitor sends is stored. */
export function contactRoutes(app: FastifyInstance, { forms, watch, publicAddress, trustProxy }: ContactOptions): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async ({ visited }, reply) => {
      if (visited && !visited.state.theme_id) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    });
    contactFormRoutes(scope, { trustProxy, receive: store });
  });

  async function store(request: FastifyRequest, page: string, fields: Fields): Promise<ContactAnswer> {
    const { raw, visited, log } = request;
    if (!visited) return 'erreur';
    try {
      watch.assertPresent();
      const address = publicAddress.clientAddress(raw);
      return (await forms.receive({ siteId: visited.state.site_id, address, page, fields })) ? 'merci' : 'erreur';
    } catch (error) {
      if (!isOutOfReach(error)) log.error({ ...namesOf(request), err: error }, 'a contact form could not be stored');
      return 'erreur';
    }
  }
}
