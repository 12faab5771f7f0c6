import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccountServices } from '../accounts/account-services.ts';
import type { Login } from '../accounts/login.ts';
import { askForPasskey, signInWithPasskey } from '../accounts/second-factor/passkey-sign-in.ts';
import {
  askForSecond,
  finishSecondStep,
  readSecondStep,
  type SigningBrowser,
} from '../accounts/second-factor/second-step.ts';
import { withCredential } from '../accounts/service-credential.ts';
import type { Opened } from '../accounts/sessions.ts';
import { PasskeySignIn, Shown } from '../contract/second-factor.ts';
import { LOGIN_PATH } from '../health/marks.ts';
import { refusalFor, type Sentences, seeOtherWithoutReferrer } from './account-pages/form-page.ts';
import { parseInput } from './api/input.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import { FORM_BYTES, isForm, textOf } from './forms.ts';
import type { PublicAddress } from './public-address.ts';
import { noteRefused } from './refused-credentials.ts';
import type { SecondStepCookie } from './second-step-cookie.ts';
import { SECOND_STEP_PATH, sendSecondStepPage } from './second-step-page.ts';
import { API_HEADERS } from './security.ts';
import type { SessionCookie } from './session-cookie.ts';
import { returnAddress } from './studio/return-address.ts';
import { STUDIO_PATH } from './studio/studio-routes.ts';

interface SecondStepOptions {
  readonly login: Pick<Login, 'services'>;
  readonly sessionCookie: SessionCookie;
  readonly browserCookie: BrowserCookie;
  readonly secondStepCookie: SecondStepCookie;
  readonly publicAddress: PublicAddress;
}

const PASSKEY_PATH = '/connexion/passkey';
/** The longest answer of a browser about a passkey has 16 KB in its fields. */
const ANSWER_BYTES = 2 * FORM_BYTES;

const SENTENCES: Sentences = {
  second_facteur_incorrect: 'Ce code n’est pas juste, ou il a déjà servi.',
  invalid_input: 'Indiquez un code.',
  trop_de_tentatives: 'Trop de codes faux. Réessayez dans un quart d’heure.',
};

/** Where a sign-in that was too slow begins again. */
const beginAgain = (next: string | null): string =>
  `${LOGIN_PATH}?${new URLSearchParams({ avis: 'recommencer', ...(next !== null && { suite: next }) })}`;

/** The second step of a sign-in, and the sign-in by a passkey alone (docs/accounts.md, A second factor). @param scope reads forms */
export function secondStepRoutes(scope: FastifyInstance, options: SecondStepOptions): void {
  const { login, sessionCookie, browserCookie, secondStepCookie, publicAddress } = options;
  const services = (): AccountServices => withCredential(login.services);

  const browserOf = (request: FastifyRequest): SigningBrowser => ({
    address: publicAddress.clientAddress(request.raw),
    passes: browserCookie.read(request),
    userAgent: request.headers['user-agent'],
    previous: sessionCookie.read(request),
  });

  const keep = (reply: FastifyReply, { secret, passes }: Opened): void => {
    sessionCookie.write(reply, secret);
    browserCookie.write(reply, passes);
    secondStepCookie.clear(reply);
  };

  /** A route for scripts: who is refused is told so in JSON. */
  const answering = (
    path: string,
    bodyLimit: number,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<object>,
  ) =>
    scope.post(path, { bodyLimit }, async (request, reply) => {
      reply.headers(API_HEADERS);
      try {
        publicAddress.assertSameOrigin(request.raw, 'refused');
        return await answer(request, reply);
      } catch (error) {
        noteRefused('signIn', error, request, publicAddress);
        throw error;
      }
    });

  /** The page, with the ways that the account has. @throws Refusal `unauthorized` */
  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    next: string | null,
    { status = 200, alert = '' } = {},
  ): Promise<FastifyReply> => {
    const { hasPasskey, ...step } = await readSecondStep(services(), secondStepCookie.read(request));
    const isOffered = hasPasskey && services().passkeys.isOffered;
    return sendSecondStepPage(reply, status, { next, alert, hasPasskey: isOffered, ...step });
  };

  scope.get<{ Querystring: Record<string, unknown> }>(SECOND_STEP_PATH, async (request, reply) => {
    const next = returnAddress(request.query.suite);
    return show(request, reply, next).catch((error) => {
      refusalFor(reply, error);
      return seeOtherWithoutReferrer(reply, beginAgain(next));
    });
  });

  scope.post(SECOND_STEP_PATH, { bodyLimit: ANSWER_BYTES }, async (request, reply) => {
    const fromForm = isForm(request);
    const next = returnAddress(textOf(request.body, 'suite'));
    try {
      publicAddress.assertSameOrigin(request.raw, fromForm ? 'refused' : 'allowed');
      const shown = parseInput(Shown, request.body);
      keep(reply, await finishSecondStep(services(), secondStepCookie.read(request), shown, browserOf(request)));
    } catch (error) {
      noteRefused('signIn', error, request, publicAddress);
      if (!fromForm) throw error;
      const told = refusalFor(reply, error, SENTENCES);
      if (told.code === 'unauthorized') return seeOtherWithoutReferrer(reply, beginAgain(next));
      return show(request, reply, next, told).catch(() => seeOtherWithoutReferrer(reply, beginAgain(next)));
    }
    if (fromForm) return seeOtherWithoutReferrer(reply, next ?? STUDIO_PATH);
    return reply.headers(API_HEADERS).send({ ok: true });
  });

  answering(`${SECOND_STEP_PATH}/defi`, FORM_BYTES, async (request) => ({
    options: await askForSecond(services(), secondStepCookie.read(request)),
  }));

  answering(`${PASSKEY_PATH}/defi`, FORM_BYTES, async (request) => ({
    options: await askForPasskey(services(), publicAddress.clientAddress(request.raw)),
  }));

  answering(PASSKEY_PATH, ANSWER_BYTES, async (request, reply) => {
    const { passkey } = parseInput(PasskeySignIn, request.body);
    keep(reply, await signInWithPasskey(services(), passkey, browserOf(request)));
    return { ok: true };
  });
}
