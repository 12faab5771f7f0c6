import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AccountServices } from '../../accounts/account-services.ts';
import { LINK_PATHS } from '../../accounts/links.ts';
import { LONGEST_PASSWORD } from '../../accounts/password-form.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { type Invited, readInvited, signUp } from '../../accounts/sign-up.ts';
import { newPassword, SHORTEST_PASSWORD } from '../../contract/account.ts';
import { Refusal } from '../../errors.ts';
import { LOGIN_PATH } from '../../health/marks.ts';
import type { FormPageField } from '../../public-pages/form/props.ts';
import { mailAddress } from '../../text/mail-address.ts';
import { FORM_BYTES, isForm, textOf } from '../forms.ts';
import { API_HEADERS } from '../security.ts';
import { returnAddress } from '../studio/return-address.ts';
import { NEW_SITE_PATH, STUDIO_PATH } from '../studio/studio-routes.ts';
import {
  assertOwnForm,
  type FormView,
  refusalFor,
  type Sentences,
  seeOtherWithoutReferrer,
  sendFormPage,
} from './form-page.ts';
import type { AccountPagesOptions } from './options.ts';
import { SIGN_UP_PATH } from './paths.ts';

const TITLE = 'Créer un compte';

const SENTENCES: Sentences = {
  trop_de_tentatives: 'Trop de comptes ont été demandés. Réessayez dans une heure.',
  lien_invalide: 'Cette invitation a déjà servi, ou elle est trop ancienne : demandez-en une autre.',
};
const WRONG_ADDRESS = 'Indiquez une adresse électronique, comme lea@exemple.fr.';
const WRONG_PASSWORD = `Le mot de passe compte de ${SHORTEST_PASSWORD} à ${LONGEST_PASSWORD} caractères, qui ne sont pas tous des blancs.`;

/** What a sign-up is asked with. */
interface Asked {
  readonly email: string;
  /** Where one goes on afterwards; null for the first site. */
  readonly next: string | null;
  /** Secret of an invitation's link. */
  readonly invitation: string | null;
}

/** `/inscription`: an account that people make themselves (docs/accounts.md). */
export function signUpRoutes(scope: FastifyInstance, options: AccountPagesOptions): void {
  const { login, callers, sessionCookie, browserCookie, publicAddress, isSignUpOpen } = options;

  scope.get(SIGN_UP_PATH, async (request, reply) => {
    const asked = askedOf(request.query);
    try {
      if (await callers.signedIn(request, reply)) {
        return seeOtherWithoutReferrer(
          reply,
          asked.invitation === null ? (asked.next ?? STUDIO_PATH) : afterwards(asked),
        );
      }
      return await show(reply, asked);
    } catch (error) {
      const { status, alert } = refusalFor(reply, error, SENTENCES);
      return sendFormPage(reply, status, { title: TITLE, alert, links: [signInLink(asked)] });
    }
  });

  scope.post(SIGN_UP_PATH, { bodyLimit: FORM_BYTES }, async (request, reply) => {
    const fromForm = isForm(request);
    const asked = askedOf(request.body);
    try {
      if (fromForm) assertOwnForm(request, publicAddress, asked.invitation);
      else publicAddress.assertSameOrigin(request.raw, 'allowed');
      const services = withCredential(login.services);
      const invited = await invitedOf(services, asked);
      if (!isSignUpOpen && !invited) throw new Refusal('inscription_fermee');
      const opened = await signUp(services, {
        email: invited?.email ?? addressOf(request.body),
        password: passwordOf(request.body),
        address: publicAddress.clientAddress(request.raw),
        userAgent: request.headers['user-agent'],
        previous: sessionCookie.read(request),
        passes: browserCookie.read(request),
        invitation: asked.invitation,
      });
      sessionCookie.write(reply, opened.secret);
      browserCookie.write(reply, opened.passes);
    } catch (error) {
      if (!fromForm) throw error;
      const { code, status, alert } = refusalFor(reply, error, SENTENCES);
      if (code === 'inscription_fermee') return sendFormPage(reply, status, closedPage());
      if (['lien_invalide', 'adresse_electronique_prise'].includes(code)) {
        return sendFormPage(reply, status, { title: TITLE, alert, links: [signInLink(asked)] });
      }
      return show(reply, asked, { status, alert });
    }
    const next = afterwards(asked);
    return fromForm ? seeOtherWithoutReferrer(reply, next) : reply.headers(API_HEADERS).send({ ok: true, suite: next });
  });

  const invitedOf = async ({ db }: AccountServices, { invitation }: Asked): Promise<Invited | null> => {
    if (invitation === null) return null;
    const invited = await readInvited(db, invitation);
    if (!invited) throw new Refusal('lien_invalide');
    return invited;
  };

  const show = async (reply: FastifyReply, asked: Asked, { status = 200, alert = '' } = {}): Promise<FastifyReply> => {
    const invited = asked.invitation === null ? null : await invitedOf(withCredential(login.services), asked);
    if (!isSignUpOpen && !invited) return sendFormPage(reply, status, closedPage());
    if (invited?.hasAccount) return sendFormPage(reply, status, knownPage(invited, asked));
    return sendFormPage(reply, status, formPage(invited, asked, alert));
  };
}

const closedPage = (): FormView => ({
  title: TITLE,
  sentences: [
    'Ici, un compte se crée sur invitation. Le propriétaire d’un site peut vous inviter : il vous donne alors un lien, qui mène à cette page.',
  ],
  links: [{ text: 'J’ai déjà un compte', href: LOGIN_PATH }],
});

const knownPage = ({ email }: Invited, asked: Asked): FormView => ({
  title: TITLE,
  sentences: [`Il y a déjà un compte pour ${email} : connectez-vous pour accepter l’invitation.`],
  links: [{ text: 'Se connecter', href: signInLink(asked).href }],
});

function formPage(invited: Invited | null, asked: Asked, alert: string): FormView {
  const fixed = invited ? { value: invited.email, isFixed: true } : { value: asked.email };
  return {
    title: TITLE,
    alert,
    sentences: invited ? ['Choisissez un mot de passe : vous pourrez ensuite accepter l’invitation.'] : [],
    form: {
      action: SIGN_UP_PATH,
      hidden: {
        ...(asked.next !== null && { suite: asked.next }),
        ...(asked.invitation !== null && { invitation: asked.invitation }),
      },
      fields: [
        { name: 'email', label: 'Adresse électronique', type: 'email', autocomplete: 'username', ...fixed },
        newPasswordField('Mot de passe'),
      ],
      agree: 'Créer le compte',
    },
    links: [signInLink(asked)],
  };
}

/** The field of a password that somebody chooses. */
export const newPasswordField = (label: string): FormPageField => ({
  name: 'mot_de_passe',
  label,
  type: 'password',
  autocomplete: 'new-password',
  minLength: SHORTEST_PASSWORD,
  maxLength: LONGEST_PASSWORD,
  help: 'Dix caractères au moins.',
});

const signInLink = (asked: Asked) => {
  const next = asked.invitation === null ? asked.next : afterwards(asked);
  const further = next === null ? '' : `?${new URLSearchParams({ suite: next })}`;
  return { text: 'J’ai déjà un compte', href: `${LOGIN_PATH}${further}` };
};

const afterwards = ({ next, invitation }: Asked): string =>
  invitation === null
    ? (next ?? NEW_SITE_PATH)
    : `${LINK_PATHS.invitation}?${new URLSearchParams({ jeton: invitation })}`;

const askedOf = (of: unknown): Asked => ({
  email: (textOf(of, 'email') ?? '').slice(0, 254),
  next: returnAddress(textOf(of, 'suite')),
  invitation: textOf(of, 'invitation') || null,
});

/** @throws Refusal `invalid_input` with a sentence */
export function addressOf(body: unknown): string {
  const { data } = mailAddress.safeParse(textOf(body, 'email'));
  if (data === undefined) throw new Refusal('invalid_input', { message: WRONG_ADDRESS });
  return data;
}

/** @throws Refusal `invalid_input` with a sentence */
export function passwordOf(body: unknown): string {
  const { data } = newPassword.safeParse(textOf(body, 'mot_de_passe'));
  if (data === undefined) throw new Refusal('invalid_input', { message: WRONG_PASSWORD });
  return data;
}
