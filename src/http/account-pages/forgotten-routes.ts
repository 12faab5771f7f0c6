import type { FastifyInstance } from 'fastify';
import { askForPassword } from '../../accounts/forgotten-password.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { LOGIN_PATH } from '../../health/marks.ts';
import { FORM_BYTES, isForm, textOf } from '../forms.ts';
import { API_HEADERS } from '../security.ts';
import { assertOwnForm, type FormView, refusalFor, sendFormPage } from './form-page.ts';
import type { AccountPagesOptions } from './options.ts';
import { FORGOTTEN_PATH } from './paths.ts';
import { addressOf } from './sign-up-routes.ts';

const TITLE = 'Mot de passe oublié';
const BACK = { text: 'Revenir à la connexion', href: LOGIN_PATH };

/** `/oubli`: what it answers is the same for every address, and takes the same time. */
export function forgottenRoutes(scope: FastifyInstance, { login, publicAddress }: AccountPagesOptions): void {
  const isMailed = login.services?.isMailed ?? false;

  scope.get(FORGOTTEN_PATH, (_request, reply) => sendFormPage(reply, 200, isMailed ? formPage() : WITHOUT_MAIL));

  scope.post(FORGOTTEN_PATH, { bodyLimit: FORM_BYTES }, async (request, reply) => {
    const fromForm = isForm(request);
    try {
      if (fromForm) assertOwnForm(request, publicAddress, null);
      else publicAddress.assertSameOrigin(request.raw, 'allowed');
      const asked = { email: addressOf(request.body), address: publicAddress.clientAddress(request.raw) };
      await askForPassword(withCredential(login.services), asked);
    } catch (error) {
      if (!fromForm) throw error;
      const { status, alert } = refusalFor(reply, error);
      if (!isMailed) return sendFormPage(reply, status, WITHOUT_MAIL);
      return sendFormPage(reply, status, formPage(alert, textOf(request.body, 'email')));
    }
    return fromForm ? sendFormPage(reply, 200, SENT) : reply.headers(API_HEADERS).send({ ok: true });
  });
}

const WITHOUT_MAIL: FormView = {
  title: TITLE,
  sentences: [
    'Cette installation n’envoie pas de courriels. Demandez un nouveau mot de passe à la personne qui la gère : elle peut vous donner un lien.',
  ],
  links: [BACK],
};

const SENT: FormView = {
  title: TITLE,
  sentences: [
    'Si un compte a cette adresse, un message y est parti : il contient un lien, valable trente minutes, pour choisir un nouveau mot de passe.',
    'Rien n’arrive ? Regardez parmi les indésirables, puis vérifiez l’adresse.',
  ],
  links: [BACK],
};

const formPage = (alert = '', email = ''): FormView => ({
  title: TITLE,
  alert,
  sentences: ['Indiquez l’adresse de votre compte : vous y recevrez un lien pour choisir un nouveau mot de passe.'],
  form: {
    action: FORGOTTEN_PATH,
    hidden: {},
    fields: [
      {
        name: 'email',
        label: 'Adresse électronique',
        type: 'email',
        autocomplete: 'username',
        value: email.slice(0, 254),
      },
    ],
    agree: 'Recevoir un lien',
  },
  links: [BACK],
});
