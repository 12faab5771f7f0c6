import { renderSVG } from 'uqr';
import type { Caller } from '../../accounts/authentication.ts';
import { askForCode, proveByCode } from '../../accounts/proof/mailed-code.ts';
import {
  askForProof,
  type OwnSession,
  type Prover,
  proveByFactor,
  proveByPassword,
} from '../../accounts/proof/proof.ts';
import {
  addPasskey,
  askForNewPasskey,
  beginGenerator,
  confirmFirstCode,
  endSession,
  readSecurity,
  removeGenerator,
  removePasskey,
  renewCodes,
} from '../../accounts/second-factor/security.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import {
  FirstCode,
  GeneratorBegun,
  NewPasskey,
  PasskeyOptions,
  Proof,
  RecoveryCodes,
  Security,
} from '../../contract/second-factor.ts';
import { ok } from '../../contract/shared.ts';
import { BrowserCookie } from '../browser-cookie.ts';
import type { Api, Call } from './api.ts';
import { ownSessionOf } from './own-session.ts';

/** Open to accounts that still have to get the second factor that this installation requires. */
const ACCESS = { kind: 'account', beforeFactor: true } as const;
const PATH = '/api/securite';

type AccountCall = Pick<Call<unknown, unknown>, 'request'> & { readonly caller: Caller };

/** `/api/securite`, for browser sessions only: what an account is signed in with besides its password, and its sessions. */
export function secondFactorRoutes(api: Api): void {
  const { login, publicAddress, sessionCookie } = api.context;
  const browserCookie = new BrowserCookie(publicAddress);
  const services = () => withCredential(login.services);
  const ownOf = (call: AccountCall): OwnSession => ownSessionOf(sessionCookie, call);
  const proverOf = ({ request }: AccountCall): Prover => ({
    address: publicAddress.clientAddress(request.raw),
    passes: browserCookie.read(request),
  });
  const parameterOf = ({ request }: AccountCall): string => (request.params as { id: string }).id;

  api.add({
    method: 'GET',
    path: PATH,
    summary: 'Donne ce avec quoi le compte se connecte en plus de son mot de passe, et ses sessions.',
    access: ACCESS,
    answers: { 200: Security },
    refusals: [],
    handle: async (call) => readSecurity(services(), call.caller.accountId, ownOf(call).secret),
  });

  api.add({
    method: 'POST',
    path: `${PATH}/preuve`,
    summary:
      'Montre de nouveau le mot de passe, un code reçu par courriel ou un second facteur ; les changements importants se font pendant dix minutes.',
    access: ACCESS,
    body: Proof,
    answers: { 200: ok },
    refusals: ['mot_de_passe_incorrect', 'second_facteur_incorrect', 'trop_de_tentatives', 'passkeys_impossibles'],
    handle: async ({ body, ...call }) => {
      const [own, prover] = [ownOf(call), proverOf(call)];
      if ('mot_de_passe' in body) await proveByPassword(services(), own, { password: body.mot_de_passe, ...prover });
      else if ('code_courriel' in body) await proveByCode(services(), own, body.code_courriel);
      else await proveByFactor(services(), own, body, prover);
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: `${PATH}/preuve/courriel`,
    summary: 'Envoie un code à l’adresse du compte, qui sert de preuve dans cette session pendant un quart d’heure.',
    access: ACCESS,
    answers: { 200: ok },
    refusals: ['preuve_requise', 'adresse_non_confirmee', 'trop_de_tentatives'],
    handle: async (call) => {
      await askForCode(services(), ownOf(call));
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: `${PATH}/preuve/defi`,
    summary: 'Donne de quoi montrer une clé d’accès du compte comme preuve.',
    access: ACCESS,
    answers: { 200: PasskeyOptions },
    refusals: ['passkeys_impossibles'],
    handle: async (call) => ({ options: await askForProof(services(), ownOf(call)) }),
  });

  api.add({
    method: 'POST',
    path: `${PATH}/passkeys/defi`,
    summary: 'Donne de quoi faire une nouvelle clé d’accès.',
    access: ACCESS,
    answers: { 200: PasskeyOptions },
    refusals: ['preuve_requise', 'trop_de_passkeys', 'passkeys_impossibles'],
    handle: async (call) => ({ options: await askForNewPasskey(services(), ownOf(call)) }),
  });

  api.add({
    method: 'POST',
    path: `${PATH}/passkeys`,
    summary: 'Ajoute la clé d’accès qu’un navigateur a faite.',
    access: ACCESS,
    body: NewPasskey,
    answers: { 201: ok },
    refusals: ['preuve_requise', 'second_facteur_incorrect', 'trop_de_passkeys', 'passkeys_impossibles'],
    handle: async ({ body: { nom: name, passkey: made }, reply, ...call }) => {
      await addPasskey(services(), ownOf(call), { name, made });
      return reply.code(201).send({ ok: true });
    },
  });

  api.add({
    method: 'DELETE',
    path: `${PATH}/passkeys/{id}`,
    summary: 'Retire une clé d’accès du compte.',
    access: ACCESS,
    answers: { 200: ok },
    refusals: ['preuve_requise', 'introuvable'],
    handle: async (call) => {
      await removePasskey(services(), ownOf(call), parameterOf(call));
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: `${PATH}/generateur`,
    summary: 'Donne le secret d’une application qui donnera des codes ; ils comptent après le premier code juste.',
    access: ACCESS,
    answers: { 200: GeneratorBegun },
    refusals: ['preuve_requise', 'generateur_existe'],
    handle: async (call) => {
      const issuer = publicAddress.nameFor(call.request.raw);
      const { secret, adresse } = await beginGenerator(services(), ownOf(call), issuer);
      return { secret, adresse, qr: renderSVG(adresse, { border: 2 }) };
    },
  });

  api.add({
    method: 'POST',
    path: `${PATH}/generateur/confirmation`,
    summary: 'Confirme l’application par son premier code.',
    access: ACCESS,
    body: FirstCode,
    answers: { 200: ok },
    refusals: ['preuve_requise', 'second_facteur_incorrect', 'introuvable'],
    handle: async ({ body: { code }, ...call }) => {
      await confirmFirstCode(services(), ownOf(call), code);
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path: `${PATH}/generateur`,
    summary: 'Retire du compte l’application qui donne des codes.',
    access: ACCESS,
    answers: { 200: ok },
    refusals: ['preuve_requise', 'introuvable'],
    handle: async (call) => {
      await removeGenerator(services(), ownOf(call));
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: `${PATH}/codes`,
    summary: 'Remplace les codes de secours du compte par dix nouveaux.',
    access: ACCESS,
    answers: { 200: RecoveryCodes },
    refusals: ['preuve_requise', 'sans_second_facteur'],
    handle: async (call) => ({ codes: await renewCodes(services(), ownOf(call)) }),
  });

  api.add({
    method: 'DELETE',
    path: `${PATH}/sessions/{id}`,
    summary: 'Met fin à une session du compte.',
    access: ACCESS,
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async (call) => {
      await endSession(services(), call.caller.accountId, parameterOf(call));
      return { ok: true };
    },
  });
}
