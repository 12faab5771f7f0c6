import { askForAddress } from '../../accounts/change-of-address.ts';
import { askAgain } from '../../accounts/confirmation.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { Account, AddressChange, PasswordChange, SessionsEnded } from '../../contract/account.ts';
import { ok } from '../../contract/shared.ts';
import { blankSecret, Refusal } from '../../errors.ts';
import { findAccount } from '../../storage/accounts.ts';
import { countSessions } from '../../storage/sessions.ts';
import { isSeen } from '../../text/names.ts';
import { BrowserCookie } from '../browser-cookie.ts';
import type { Api } from './api.ts';
import { ownSessionOf } from './own-session.ts';

/** `/api/compte`, for browser sessions only: the account itself. */
export function accountRoutes(api: Api): void {
  const { database, login, publicAddress, sessionCookie } = api.context;
  const { service } = database;
  const browserCookie = new BrowserCookie(publicAddress);
  const access = { kind: 'account' } as const;

  api.add({
    method: 'GET',
    path: '/api/compte',
    summary: 'Donne le compte et le nombre de ses sessions.',
    access: { ...access, beforeFactor: true },
    answers: { 200: Account },
    refusals: [],
    handle: async ({ caller: { accountId } }) => {
      const db = withCredential(service);
      const [account, sessions] = await Promise.all([findAccount(db, accountId), countSessions(db, accountId)]);
      if (!account) throw new Refusal('unauthorized');
      const { email, isConfirmed: confirmee, type, efface_le } = account;
      return { email, confirmee, type, sessions, efface_le };
    },
  });

  api.add({
    method: 'POST',
    path: '/api/compte/mot-de-passe',
    summary: 'Change le mot de passe, qui a au moins un caractère visible, et met fin aux autres sessions du compte.',
    access,
    body: PasswordChange,
    answers: { 200: ok },
    refusals: ['mot_de_passe_incorrect', 'trop_de_tentatives'],
    handle: async ({ caller: { accountId }, body: { actuel: present, nouveau: next }, request, reply }) => {
      if (!isSeen(next)) throw blankSecret('Un mot de passe');
      const address = publicAddress.clientAddress(request.raw);
      const session = String(sessionCookie.read(request));
      const passes = browserCookie.read(request);
      browserCookie.write(reply, await login.changePassword({ accountId, session, present, next, address, passes }));
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: '/api/compte/adresse',
    summary: 'Envoie à la prochaine adresse du compte un lien qui la confirme ; jusque-là, l’adresse reste la même.',
    access,
    body: AddressChange,
    answers: { 200: ok },
    refusals: ['mot_de_passe_incorrect', 'preuve_requise', 'trop_de_tentatives'],
    handle: async ({ caller, body: { email, mot_de_passe: password }, request }) => {
      const address = publicAddress.clientAddress(request.raw);
      const evidence = { password, address, passes: browserCookie.read(request) };
      const own = ownSessionOf(sessionCookie, { caller, request });
      await askForAddress(withCredential(login.services), own, email, evidence);
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: '/api/compte/confirmation',
    summary: 'Envoie de nouveau le lien qui confirme l’adresse du compte.',
    access,
    answers: { 200: ok },
    refusals: ['trop_de_tentatives'],
    handle: async ({ caller: { accountId } }) => {
      await askAgain(withCredential(login.services), accountId);
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path: '/api/compte/sessions',
    summary: 'Met fin aux autres sessions du compte.',
    access,
    answers: { 200: SessionsEnded },
    refusals: [],
    handle: async ({ caller: { accountId }, request }) => ({
      ok: true,
      terminees: await login.closeOthers(accountId, String(sessionCookie.read(request))),
    }),
  });
}
