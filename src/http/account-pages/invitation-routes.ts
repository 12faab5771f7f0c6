import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptInvitation, givesNothing, readInvitation } from '../../accounts/invitations.ts';
import { LINK_PATHS } from '../../accounts/links.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { type ErrorCode, Refusal } from '../../errors.ts';
import { LOGIN_PATH } from '../../health/marks.ts';
import type { FormPageLink } from '../../public-pages/form/props.ts';
import { findAccount } from '../../storage/accounts.ts';
import { findRole } from '../../storage/members.ts';
import { isolated } from '../../text/names.ts';
import { ROLE_SENTENCES, ROLE_WORDS } from '../../text/roles.ts';
import { FORM_BYTES, textOf } from '../forms.ts';
import { STUDIO_PATH } from '../studio/studio-routes.ts';
import { assertOwnForm, refusalFor, type Sentences, seeOtherWithoutReferrer, sendFormPage } from './form-page.ts';
import type { AccountPagesOptions } from './options.ts';
import { SIGN_UP_PATH } from './paths.ts';

const TITLE = 'Invitation';
const PATH = LINK_PATHS.invitation;
const TO_STUDIO: FormPageLink = { text: 'Aller au studio', href: STUDIO_PATH };

const SENTENCES: Sentences = {
  lien_invalide:
    'Cette invitation a déjà servi, ou elle est trop ancienne. Demandez-en une autre à la personne qui vous a invité.',
};
/** Codes after which the invitation is shown again. */
const AGAIN: ReadonlySet<ErrorCode> = new Set(['origine_refusee', 'unauthorized', 'deja_membre', 'indisponible']);

/** `/invitation`: says who invites to which site, and accepts by a button. To look uses the link up never. */
export function invitationRoutes(scope: FastifyInstance, options: AccountPagesOptions): void {
  const { login, callers, publicAddress } = options;

  scope.get(PATH, async (request, reply) => {
    try {
      return await show(request, reply, textOf(request.query, 'jeton') ?? '');
    } catch (error) {
      const { status, alert } = refusalFor(reply, error, SENTENCES);
      return sendFormPage(reply, status, { title: TITLE, alert, links: [TO_STUDIO] });
    }
  });

  scope.post(PATH, { bodyLimit: FORM_BYTES }, async (request, reply) => {
    const secret = textOf(request.body, 'jeton') ?? '';
    try {
      assertOwnForm(request, publicAddress, secret);
      const { db } = withCredential(login.services);
      await readInvitation(db, secret);
      const session = await callers.signedIn(request, reply);
      if (!session) throw new Refusal('unauthorized', { message: 'Connectez-vous pour accepter l’invitation.' });
      await callers.assertFactor(session);
      return seeOtherWithoutReferrer(reply, `${STUDIO_PATH}/${await acceptInvitation(db, session.accountId, secret)}`);
    } catch (error) {
      const { code, status, alert } = refusalFor(reply, error, SENTENCES);
      const again = AGAIN.has(code) ? await show(request, reply, secret, { status, alert }).catch(() => null) : null;
      return again ?? sendFormPage(reply, status, { title: TITLE, alert, links: [TO_STUDIO] });
    }
  });

  /** @throws Refusal `lien_invalide` */
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    secret: string,
    { status = 200, alert = '' } = {},
  ): Promise<FastifyReply> => {
    const { db } = withCredential(login.services);
    const { siteId, name, role, de } = await readInvitation(db, secret);
    const session = await callers.signedIn(request, reply);
    const account = session && (await findAccount(db, session.accountId));
    const sentences = [
      `${de ?? 'Quelqu’un'} vous invite à travailler sur le site « ${isolated(name)} ».`,
      `Votre rôle sera celui d’un ${ROLE_WORDS[role].toLowerCase()}, qui ${ROLE_SENTENCES[role]}`,
    ];
    if (!account) {
      const next = `${PATH}?${new URLSearchParams({ jeton: secret })}`;
      return sendFormPage(reply, status, {
        ...{ title: TITLE, alert, sentences },
        links: [
          { text: 'Se connecter', href: `${LOGIN_PATH}?${new URLSearchParams({ suite: next })}` },
          { text: 'Créer un compte', href: `${SIGN_UP_PATH}?${new URLSearchParams({ invitation: secret })}` },
        ],
      });
    }
    if (givesNothing(role, await findRole(db, siteId, account.id))) {
      return sendFormPage(reply, status, {
        title: TITLE,
        sentences: [`Vous êtes déjà membre du site « ${isolated(name)} », avec le compte ${account.email}.`],
        links: [{ text: 'Ouvrir le site', href: `${STUDIO_PATH}/${siteId}` }],
      });
    }
    return sendFormPage(reply, status, {
      ...{ title: TITLE, alert },
      sentences: [
        ...sentences,
        `Vous êtes connecté avec le compte ${account.email}. Pour en prendre un autre, déconnectez-vous d’abord, puis suivez de nouveau ce lien.`,
      ],
      form: { action: PATH, hidden: { jeton: secret }, fields: [], agree: 'Rejoindre' },
      links: [{ text: 'Changer de compte', href: `${STUDIO_PATH}/compte#sortir` }],
    });
  };
}
