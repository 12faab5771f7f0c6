import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Login, SecondFactorNeeded } from '../accounts/login.ts';
import { storableText } from '../contract/shared.ts';
import { type ErrorCode, Refusal } from '../errors.ts';
import { LOGIN_PATH } from '../health/marks.ts';
import type { LoginProps } from '../public-pages/login/props.ts';
import { isRecord } from '../text/json.ts';
import { FORGOTTEN_PATH, SIGN_UP_PATH } from './account-pages/paths.ts';
import { parseInput } from './api/input.ts';
import { BrowserCookie } from './browser-cookie.ts';
import type { Callers } from './callers.ts';
import { FORM_BYTES, isForm, parseForms } from './forms.ts';
import { sendLoginPage } from './login-page.ts';
import { loginScriptRoutes } from './login-script-routes.ts';
import { momentaryRefusalFor, RETRY_AFTER_SECONDS } from './momentary-refusal.ts';
import type { PublicAddress } from './public-address.ts';
import { noteRefused } from './refused-credentials.ts';
import { SecondStepCookie } from './second-step-cookie.ts';
import { SECOND_STEP_PATH } from './second-step-page.ts';
import { secondStepRoutes } from './second-step-routes.ts';
import { API_HEADERS } from './security.ts';
import { seeOther } from './see-other.ts';
import type { SessionCookie } from './session-cookie.ts';
import { returnAddress } from './studio/return-address.ts';
import { STUDIO_PATH } from './studio/studio-routes.ts';

interface LoginOptions {
  readonly login: Login;
  readonly callers: Callers;
  readonly sessionCookie: SessionCookie;
  readonly publicAddress: PublicAddress;
  /** Whether strangers may make an account. */
  readonly isSignUpOpen: boolean;
}

/** What the page offers besides the form. */
type Offers = Pick<LoginOptions, 'isSignUpOpen'> & { readonly hasPasskeys: boolean };

/** The part of a request on which the sentence of its refusal depends. */
interface Question {
  readonly fromForm: boolean;
  readonly email: string;
  readonly next: string | null;
}

const Credentials = z.object({
  email: storableText.min(1).max(254),
  mot_de_passe: z.string().min(1),
});

/** Sentences for people by refusal code, shown by the page and by its script. */
const SENTENCES: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'L’adresse électronique ou le mot de passe est incorrect.',
  trop_de_tentatives: 'Trop de tentatives de connexion. Réessayez dans un quart d’heure.',
  invalid_input: 'Indiquez une adresse électronique et un mot de passe.',
  origine_refusee: 'Cette demande ne vient pas d’une page de ce service. Recommencez ici.',
};
/** Codes that go out without a sentence (docs/decisions/error-bodies.md). */
const WITHOUT_SENTENCE: ReadonlySet<ErrorCode> = new Set(['trop_de_tentatives']);
const UNAVAILABLE = 'La connexion n’est pas possible sur cette installation.';

/** The login page and what its forms send, which programs may send as JSON (docs/decisions/sessions.md). */
export function loginRoutes(
  app: FastifyInstance,
  { login, callers, sessionCookie, publicAddress, isSignUpOpen }: LoginOptions,
): void {
  const browserCookie = new BrowserCookie(publicAddress);
  const secondStepCookie = new SecondStepCookie(publicAddress);
  const hasPasskeys = login.services?.passkeys.isOffered ?? false;
  loginScriptRoutes(app);
  /** Shows the login page again to a browser's form. @throws for a client that sent JSON, and for an error that is no refusal */
  const refuse = (reply: FastifyReply, error: unknown, question: Question) =>
    answerRefusal(reply, error, { ...question, isSignUpOpen, hasPasskeys });
  app.register(async (scope) => {
    // Only these routes read forms: pages of other sites can send forms to any route, and cannot send JSON.
    parseForms(scope);

    scope.get<{ Querystring: Record<string, unknown> }>(LOGIN_PATH, async (request, reply) => {
      const next = returnAddress(request.query.suite);
      try {
        if (!(await callers.signedIn(request, reply))) {
          const links = linksOf(next, isSignUpOpen);
          const notice = noticeOf(request.query.avis);
          return sendLoginPage(reply, 200, { email: '', next, hasPasskeys, links, notice });
        }
        return seeOther(reply, next ?? STUDIO_PATH);
      } catch (error) {
        return refuse(reply, error, { fromForm: true, email: '', next });
      }
    });

    scope.post(LOGIN_PATH, { bodyLimit: FORM_BYTES }, async (request, reply) => {
      const fromForm = isForm(request);
      const next = returnAddress(fieldOf(request.body, 'suite'));
      try {
        // JSON from a program that is not a browser has no origin.
        publicAddress.assertSameOrigin(request.raw, fromForm ? 'refused' : 'allowed');
        const { email, mot_de_passe: password } = parseInput(Credentials, request.body);
        const address = publicAddress.clientAddress(request.raw);
        const [previous, known] = [sessionCookie.read(request), browserCookie.read(request)];
        const userAgent = request.headers['user-agent'];
        const { secret, passes } = await login.open({ email, password, address, previous, passes: known, userAgent });
        sessionCookie.write(reply, secret);
        browserCookie.write(reply, passes);
      } catch (error) {
        if (error instanceof SecondFactorNeeded) {
          secondStepCookie.write(reply, error.secret);
          if (fromForm) return confirm(reply, fromForm, secondStepOf(next));
          throw error;
        }
        noteRefused('signIn', error, request, publicAddress);
        return refuse(reply, error, { fromForm, email: emailOf(request.body), next });
      }
      return confirm(reply, fromForm, next ?? STUDIO_PATH);
    });

    scope.post('/deconnexion', { bodyLimit: FORM_BYTES }, async (request, reply) => {
      const fromForm = isForm(request);
      try {
        publicAddress.assertSameOrigin(request.raw, 'refused');
        const secret = sessionCookie.read(request);
        if (secret !== undefined) await login.close(secret);
        sessionCookie.clear(reply);
      } catch (error) {
        return refuse(reply, error, { fromForm, email: '', next: null });
      }
      return confirm(reply, fromForm, LOGIN_PATH);
    });

    secondStepRoutes(scope, { login, sessionCookie, browserCookie, secondStepCookie, publicAddress });
  });
}

/** The typed e-mail address, to be shown again; the empty string when there is none. */
function emailOf(body: unknown): string {
  const typed = Credentials.shape.email.safeParse(fieldOf(body, 'email'));
  return typed.success ? typed.data : '';
}

const fieldOf = (body: unknown, name: string): unknown => (isRecord(body) ? body[name] : undefined);

function confirm(reply: FastifyReply, fromForm: boolean, next: string): FastifyReply {
  reply.headers(API_HEADERS);
  return fromForm ? reply.redirect(next, 303) : reply.send({ ok: true });
}

const secondStepOf = (next: string | null): string =>
  `${SECOND_STEP_PATH}${next === null ? '' : `?${new URLSearchParams({ suite: next })}`}`;

/** What has been done on another page, by the word that leads here from it. */
const NOTICES: ReadonlyMap<unknown, string> = new Map([
  ['confirmation', 'Votre adresse est confirmée. Connectez-vous.'],
  ['mot-de-passe', 'Votre mot de passe est changé. Connectez-vous avec le nouveau.'],
  ['adresse', 'L’adresse de votre compte est changée. Connectez-vous avec la nouvelle.'],
  ['recommencer', 'Cette connexion a trop attendu : recommencez avec votre mot de passe.'],
]);

const noticeOf = (word: unknown): string => NOTICES.get(word) ?? '';

function linksOf(next: string | null, isSignUpOpen: boolean): LoginProps['links'] {
  const further = next === null ? '' : `?${new URLSearchParams({ suite: next })}`;
  const signUp = { text: 'Créer un compte', href: `${SIGN_UP_PATH}${further}` };
  return [{ text: 'Mot de passe oublié ?', href: FORGOTTEN_PATH }, ...(isSignUpOpen ? [signUp] : [])];
}

async function answerRefusal(
  reply: FastifyReply,
  error: unknown,
  { fromForm, email, next, isSignUpOpen, hasPasskeys }: Question & Offers,
): Promise<FastifyReply> {
  const momentary = momentaryRefusalFor(error);
  const refusal = momentary ?? error;
  if (!(refusal instanceof Refusal) || (momentary && !fromForm)) throw error;
  const alert = SENTENCES[refusal.code] ?? refusal.details.message ?? UNAVAILABLE;
  if (!fromForm) throw WITHOUT_SENTENCE.has(refusal.code) ? error : new Refusal(refusal.code, { message: alert });
  if (momentary) reply.header('Retry-After', RETRY_AFTER_SECONDS);
  const links = linksOf(next, isSignUpOpen);
  return sendLoginPage(reply, refusal.status, { email, next, alert, hasPasskeys, links });
}
