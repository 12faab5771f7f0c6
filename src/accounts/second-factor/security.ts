/** What an account is signed in with besides its password, and the changes of that (docs/accounts.md, A second factor). */
import type { ClientBase } from 'pg';
import type { PasskeyMade, Security } from '../../contract/second-factor.ts';
import { Refusal } from '../../errors.ts';
import { findAccount } from '../../storage/accounts.ts';
import type { Backing } from '../../storage/backing.ts';
import { deletePasskey, insertPasskey, listPasskeys, namePasskeys } from '../../storage/passkeys.ts';
import {
  confirmGenerator,
  countRecoveryCodes,
  deleteGenerator,
  findGenerator,
  findWhetherFactor,
  insertGenerator,
  replaceRecoveryCodes,
} from '../../storage/second-factors.ts';
import {
  deleteSessionNamed,
  findStrongProof,
  forgetSecondFactor,
  listSessions,
  provenUntil,
  proveSession,
} from '../../storage/sessions.ts';
import type { Queryable } from '../../storage/statement.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import type { AccountServices } from '../account-services.ts';
import { type OwnSession, PROOF_SECONDS, type ProofKind, proofKindOf, withProof } from '../proof/proof.ts';
import {
  freshRecoveryCodes,
  freshSecret,
  recoveryFingerprint,
  secretAddress,
  secretText,
  stepOf,
  typedCode,
} from './codes.ts';
import type { PasskeyOptions } from './passkeys.ts';
import { isConcerned } from './requirement.ts';
import { tellOfSecurity } from './security-mail.ts';

/** How many passkeys an account may have. */
const MOST_PASSKEYS = 20;

/** What the page “Sécurité” shows. @param session secret of the session that asks */
export async function readSecurity(services: AccountServices, accountId: string, session: string): Promise<Security> {
  const { db, factorRule, passkeys } = services;
  const fingerprint = fingerprintOf(session);
  const account = await findAccount(db, accountId);
  if (!account) throw new Refusal('unauthorized');
  const [keys, generator, codes, sessions, isRequired, proof] = await Promise.all([
    listPasskeys(db, accountId),
    findGenerator(db, accountId),
    countRecoveryCodes(db, accountId),
    listSessions(db, accountId, fingerprint),
    isConcerned(db, factorRule, accountId),
    proofKindOf(services, db, account),
  ]);
  const since = generator?.confirme_le ?? null;
  return {
    email: account.email,
    passkeys: keys,
    generateur: since === null ? null : { confirme_le: since },
    codes_restants: codes,
    sessions,
    exige: isRequired,
    proposable: passkeys.isOffered,
    preuve: proof,
    prouve_jusqua: await provenBy(db, fingerprint, proof),
  };
}

/** Until when a session may change what its account is signed in with. @returns null where it has to prove that first */
const provenBy = async (db: Queryable, fingerprint: string, proof: ProofKind): Promise<string | null> =>
  proof === 'mot_de_passe'
    ? provenUntil(db, fingerprint, PROOF_SECONDS)
    : ((await findStrongProof(db, fingerprint, PROOF_SECONDS))?.until ?? null);

/** Asks a browser for a new passkey. @throws Refusal `preuve_requise`, `trop_de_passkeys`, `passkeys_impossibles` */
export async function askForNewPasskey(services: AccountServices, own: OwnSession): Promise<PasskeyOptions> {
  const { accountId, secret } = own;
  const { email, known } = await withProof(services, own, async (client, account) => {
    const existing = await namePasskeys(client, accountId);
    if (existing.length >= MOST_PASSKEYS) throw new Refusal('trop_de_passkeys');
    return { email: account.email, known: existing };
  });
  const asked = { kind: 'ajout', accountId, bond: secret } as const;
  return services.passkeys.askToMake(asked, { account: { id: accountId, email }, known });
}

/**
 * Adds a passkey that a browser has made.
 * @throws Refusal `preuve_requise`, `second_facteur_incorrect` for one that is not accepted, `trop_de_passkeys`, `passkeys_impossibles`; QueueFull
 */
export async function addPasskey(
  services: AccountServices,
  own: OwnSession,
  { name, made }: { readonly name: string; readonly made: PasskeyMade },
): Promise<void> {
  const { accountId, secret } = own;
  const verdict = await services.passkeys.judgeMade({ kind: 'ajout', accountId, bond: secret }, made);
  if (!verdict) throw new Refusal('second_facteur_incorrect');
  await addingFactor(services, own, async (client, backing) => {
    if ((await namePasskeys(client, accountId)).length >= MOST_PASSKEYS) throw new Refusal('trop_de_passkeys');
    const passkey = { ...verdict, name, transports: made.response.transports, backing };
    if (!(await insertPasskey(client, accountId, passkey))) throw new Refusal('second_facteur_incorrect');
    await tellOfSecurity(services, client, accountId, { acte: 'passkey_ajoutee', nom: name });
  });
}

/** @throws Refusal `preuve_requise`, `introuvable` */
export const removePasskey = (services: AccountServices, own: OwnSession, id: string): Promise<void> =>
  removingFactor(services, own, async (client) => {
    const name = await deletePasskey(client, own.accountId, id);
    if (name === null) throw new Refusal('introuvable');
    await tellOfSecurity(services, client, own.accountId, { acte: 'passkey_retiree', nom: name });
  });

/** A secret for an application; its codes count once the first was right. @throws Refusal `preuve_requise`, `generateur_existe` */
export const beginGenerator = (
  services: AccountServices,
  own: OwnSession,
  issuer: string,
): Promise<{ readonly secret: string; readonly adresse: string }> =>
  withProof(services, own, async (client, { email }) => {
    const secret = freshSecret();
    if (!(await insertGenerator(client, own.accountId, secret))) throw new Refusal('generateur_existe');
    return { secret: secretText(secret), adresse: secretAddress(secret, { issuer, label: email }) };
  });

/** @throws Refusal `preuve_requise`, `second_facteur_incorrect`, `introuvable` without a secret that waits for its first code */
export const confirmFirstCode = (services: AccountServices, own: OwnSession, typed: string): Promise<void> =>
  addingFactor(services, own, async (client, backing) => {
    const generator = await findGenerator(client, own.accountId);
    if (!generator || generator.confirme_le !== null) throw new Refusal('introuvable');
    const { secret, maintenant } = generator;
    const code = typedCode(typed);
    const step = code?.kind === 'generator' ? stepOf(secret, code.code, maintenant) : null;
    if (step === null || !(await confirmGenerator(client, own.accountId, { secret, step, backing }))) {
      throw new Refusal('second_facteur_incorrect');
    }
    await tellOfSecurity(services, client, own.accountId, { acte: 'generateur_ajoute' });
  });

/** @throws Refusal `preuve_requise`, `introuvable` */
export const removeGenerator = (services: AccountServices, own: OwnSession): Promise<void> =>
  removingFactor(services, own, async (client) => {
    if (!(await deleteGenerator(client, own.accountId))) throw new Refusal('introuvable');
    await tellOfSecurity(services, client, own.accountId, { acte: 'generateur_retire' });
  });

/** Fresh codes to be kept on paper, in place of all others. @throws Refusal `preuve_requise`, `sans_second_facteur` */
export const renewCodes = (services: AccountServices, own: OwnSession): Promise<readonly string[]> =>
  withProof(services, own, async (client, _account, backing) => {
    const { accountId } = own;
    if (!(await findWhetherFactor(client, accountId))) throw new Refusal('sans_second_facteur');
    const codes = freshRecoveryCodes();
    const fingerprints = codes.map((code) => recoveryFingerprint(accountId, code));
    await replaceRecoveryCodes(client, accountId, fingerprints, backing);
    await tellOfSecurity(services, client, accountId, { acte: 'codes_renouveles' });
    return codes;
  });

/** Ends a session of the account. @param id as a list names the session @throws Refusal `introuvable` */
export async function endSession({ db }: AccountServices, accountId: string, id: string): Promise<void> {
  if (!(await deleteSessionNamed(db, accountId, id))) throw new Refusal('introuvable');
}

/** The first factor of an account ends its other sessions: whoever opened them may know the password alone. */
const addingFactor = (
  services: AccountServices,
  own: OwnSession,
  add: (client: ClientBase, backing: Backing) => Promise<void>,
): Promise<void> =>
  withProof(services, own, async (client, _account, backing) => {
    const { accountId, secret } = own;
    const isFirst = !(await findWhetherFactor(client, accountId));
    await add(client, backing);
    await proveSession(client, fingerprintOf(secret), { by: 'factor', since: backing, madeAt: null });
    if (isFirst) await services.sessions.endOthers(client, accountId, secret);
  });

/** With its last factor an account loses its codes: they stand in for a factor. */
const removingFactor = (
  services: AccountServices,
  own: OwnSession,
  remove: (client: ClientBase) => Promise<void>,
): Promise<void> =>
  withProof(services, own, async (client) => {
    await remove(client);
    if (await findWhetherFactor(client, own.accountId)) return;
    await replaceRecoveryCodes(client, own.accountId, [], null);
    await forgetSecondFactor(client, own.accountId);
  });
