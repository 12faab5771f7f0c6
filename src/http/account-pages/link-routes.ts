import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountServices } from '../../accounts/account-services.ts';
import type { Evidence } from '../../accounts/acting-account.ts';
import { changeAddress } from '../../accounts/change-of-address.ts';
import { confirmAddress, type LinkUse } from '../../accounts/confirmation.ts';
import { setPassword } from '../../accounts/forgotten-password.ts';
import { LINK_PATHS, readLink } from '../../accounts/links.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { type ErrorCode, Refusal } from '../../errors.ts';
import { LOGIN_PATH } from '../../health/marks.ts';
import { findAccount, isOwnedAddress, type KnownAccount } from '../../storage/accounts.ts';
import type { AccountLinkKind, LinkRow } from '../../storage/links.ts';
import { FORM_BYTES, textOf } from '../forms.ts';
import { noteRefused } from '../refused-credentials.ts';
import { STUDIO_PATH } from '../studio/studio-routes.ts';
import { assertOwnForm, refusalFor, type Sentences, seeOtherWithoutReferrer, sendFormPage } from './form-page.ts';
import type { AccountPagesOptions } from './options.ts';
import { FORGOTTEN_PATH } from './paths.ts';
import { newPasswordField, passwordOf } from './sign-up-routes.ts';

const ACCOUNT_PATH = `${STUDIO_PATH}/compte`;

/** What somebody does who follows a link. */
interface Visit {
  readonly link: LinkUse;
  readonly row: LinkRow;
  readonly account: KnownAccount;
  readonly evidence: Evidence;
  /** Whether the browser is signed in to the account of the link. */
  readonly isSignedIn: boolean;
}

/** What one kind of link is for. */
interface LinkPage {
  readonly title: string;
  /** What the button does, in sentences. */
  readonly sentences: (visit: Visit) => readonly string[];
  readonly agree: string;
  /** Which password is asked for: that of the account where it is not signed in, or a new one. */
  readonly asks: 'proof' | 'new';
  /** @returns where one goes on */
  readonly act: (
    services: AccountServices,
    visit: Visit,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<string>;
}

const SENTENCES: Sentences = {
  unauthorized: 'Indiquez le mot de passe du compte.',
  trop_de_tentatives: 'Trop de tentatives sont venues d’ici. Réessayez dans un quart d’heure.',
  adresse_electronique_prise:
    'Un autre compte a confirmé cette adresse entre-temps : connectez-vous à celui-là, ou demandez-lui un nouveau mot de passe.',
};
/** Codes after which the form is shown again. */
const AGAIN: ReadonlySet<ErrorCode> = new Set([
  ...(['unauthorized', 'mot_de_passe_incorrect', 'invalid_input', 'origine_refusee', 'indisponible'] as const),
]);

/** Pages that links of an account lead to: robots look at links, so only the button does something. */
export function linkRoutes(scope: FastifyInstance, options: AccountPagesOptions): void {
  const { browserCookie } = options;
  const after = ({ isSignedIn }: Visit, word: string) =>
    isSignedIn ? ACCOUNT_PATH : `${LOGIN_PATH}?${new URLSearchParams({ avis: word })}`;

  linkPage(scope, options, 'confirmation', {
    title: 'Confirmer votre adresse',
    sentences: ({ account, isSignedIn }) => [
      `Un compte a été créé avec l’adresse ${account.email}. Confirmez qu’elle est la vôtre.`,
      ...(isSignedIn ? [] : ['Si vous n’avez pas créé ce compte, ne faites rien : il reste sans adresse confirmée.']),
    ],
    agree: 'Confirmer l’adresse',
    asks: 'proof',
    act: async (services, visit) => {
      await confirmAddress(services, visit.link, visit.evidence);
      return after(visit, 'confirmation');
    },
  });

  linkPage(scope, options, 'mot_de_passe', {
    title: 'Nouveau mot de passe',
    sentences: ({ account }) => [
      `Choisissez un mot de passe pour le compte ${account.email}. Tous les navigateurs qui y sont connectés seront déconnectés.`,
    ],
    agree: 'Changer le mot de passe',
    asks: 'new',
    act: async (services, { link }, request, reply) => {
      const chosen = { next: passwordOf(request.body), passes: browserCookie.read(request) };
      browserCookie.write(reply, await setPassword(services, link, chosen));
      return `${LOGIN_PATH}?avis=mot-de-passe`;
    },
  });

  linkPage(scope, options, 'adresse', {
    title: 'Changer d’adresse',
    sentences: ({ row, account }) => [
      `L’adresse de votre compte sera ${row.envoye_a}, à la place de ${account.email}.`,
    ],
    agree: 'Changer l’adresse',
    asks: 'proof',
    act: async (services, visit) => {
      await changeAddress(services, visit.link, visit.evidence);
      return after(visit, 'adresse');
    },
  });
}

function linkPage(
  scope: FastifyInstance,
  options: AccountPagesOptions,
  kind: Exclude<AccountLinkKind, 'annulation'>,
  { title, sentences, agree, asks, act }: LinkPage,
): void {
  const { login, callers, browserCookie, publicAddress } = options;
  const path = LINK_PATHS[kind];
  const again = [
    {
      text: kind === 'mot_de_passe' ? 'Demander un nouveau lien' : 'Aller au studio',
      href: kind === 'mot_de_passe' ? FORGOTTEN_PATH : STUDIO_PATH,
    },
  ];

  /** @throws Refusal `lien_invalide`, `second_facteur_exige` where the session would act */
  const visitOf = async (
    services: AccountServices,
    request: FastifyRequest,
    reply: FastifyReply,
    of: unknown,
  ): Promise<Visit> => {
    const secret = textOf(of, 'jeton') ?? '';
    const address = publicAddress.clientAddress(request.raw);
    const row = await readLink(services.db, kind, secret);
    const account = row?.compte_id ? await findAccount(services.db, row.compte_id) : null;
    if (!row || !account) throw new Refusal('lien_invalide');
    const session = await callers.signedIn(request, reply);
    if (asks === 'proof' && session?.accountId === account.id) await callers.assertFactor(session);
    const evidence = { session, password: textOf(of, 'mot_de_passe'), address, passes: browserCookie.read(request) };
    const isSignedIn = session?.accountId === account.id;
    return { link: { secret, accountId: account.id }, row, account, evidence, isSignedIn };
  };

  const show = async (reply: FastifyReply, visit: Visit, { status = 200, alert = '' } = {}) => {
    const proof = {
      name: 'mot_de_passe',
      label: 'Mot de passe du compte',
      type: 'password',
      autocomplete: 'current-password',
    } as const;
    const fields =
      asks === 'new'
        ? [newPasswordField('Nouveau mot de passe')]
        : asks === 'proof' && !visit.isSignedIn
          ? [proof]
          : [];
    return sendFormPage(reply, status, {
      ...{ title, alert, sentences: sentences(visit) },
      form: { action: path, hidden: { jeton: visit.link.secret }, username: visit.account.email, fields, agree },
    });
  };

  scope.get(path, async (request, reply) => {
    try {
      const services = withCredential(login.services);
      const visit = await visitOf(services, request, reply, request.query);
      if (kind === 'adresse' && (await isOwnedAddress(services.db, String(visit.row.envoye_a)))) {
        // Who has the link reads the mail of this address.
        throw new Refusal('adresse_electronique_prise');
      }
      return await show(reply, visit);
    } catch (error) {
      const { status, alert } = refusalFor(reply, error, SENTENCES);
      return sendFormPage(reply, status, { title, alert, links: again });
    }
  });

  scope.post(path, { bodyLimit: FORM_BYTES }, async (request, reply) => {
    let visit: Visit | null = null;
    try {
      assertOwnForm(request, publicAddress, textOf(request.body, 'jeton') ?? null);
      const services = withCredential(login.services);
      visit = await visitOf(services, request, reply, request.body);
      return seeOtherWithoutReferrer(reply, await act(services, visit, request, reply));
    } catch (error) {
      noteRefused('signIn', error, request, publicAddress);
      const { code, status, alert } = refusalFor(reply, error, SENTENCES);
      // A session may have ended meanwhile: then the password is asked for.
      if (visit && AGAIN.has(code)) {
        return show(reply, code === 'unauthorized' ? { ...visit, isSignedIn: false } : visit, { status, alert });
      }
      return sendFormPage(reply, status, { title, alert, links: again });
    }
  });
}
