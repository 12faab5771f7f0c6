import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AccountServices } from '../../accounts/account-services.ts';
import { agreeToMessages, readContactLink } from '../../accounts/contact-address.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { CONTACT_PATH } from '../../mail/contact.ts';
import { findNamedSite } from '../../storage/sites.ts';
import { isolated } from '../../text/names.ts';
import { FORM_BYTES, textOf } from '../forms.ts';
import { assertOwnForm, refusalFor, sendFormPage } from './form-page.ts';
import type { AccountPagesOptions } from './options.ts';

const TITLE = 'Recevoir les messages d’un site';

/**
 * The page by which the reader of a contact address agrees to get the messages of a site's forms. Robots look at links, so only the button does
 * something; whoever has the link reads the mail of the address, and needs no account.
 */
export function contactRoutes(scope: FastifyInstance, { login, publicAddress }: AccountPagesOptions): void {
  const refuse = (reply: FastifyReply, error: unknown) => {
    const { status, alert } = refusalFor(reply, error, SENTENCES);
    return sendFormPage(reply, status, { title: TITLE, alert });
  };

  scope.get(CONTACT_PATH, async (request, reply) => {
    try {
      return await show(reply, withCredential(login.services), textOf(request.query, 'jeton') ?? '');
    } catch (error) {
      return refuse(reply, error);
    }
  });

  scope.post(CONTACT_PATH, { bodyLimit: FORM_BYTES }, async (request, reply) => {
    try {
      const secret = textOf(request.body, 'jeton') ?? '';
      assertOwnForm(request, publicAddress, secret);
      const services = withCredential(login.services);
      await agreeToMessages(services, secret);
      return await show(reply, services, secret);
    } catch (error) {
      return refuse(reply, error);
    }
  });
}

const SENTENCES = { lien_invalide: 'Ce lien ne vaut plus : l’adresse de contact du site a changé depuis.' } as const;

async function show(reply: FastifyReply, services: AccountServices, secret: string): Promise<FastifyReply> {
  const { siteId, address, isConfirmed } = await readContactLink(services, secret);
  const name = `« ${isolated((await findNamedSite(services.db, siteId))?.nom ?? '')} »`;
  if (isConfirmed) {
    return sendFormPage(reply, 200, {
      ...{ title: TITLE, sentences: [`C’est fait : ${address} reçoit les messages du site ${name}.`] },
    });
  }
  return sendFormPage(reply, 200, {
    title: TITLE,
    sentences: [
      `Les messages que des visiteurs écrivent dans les formulaires du site ${name} seront envoyés à ${address}.`,
      'Si vous ne connaissez pas ce site, ne faites rien : vous n’en recevrez aucun.',
    ],
    form: { action: CONTACT_PATH, hidden: { jeton: secret }, fields: [], agree: 'Recevoir les messages' },
  });
}
