/** What a session shows again before an act that lasts, and what the act rests on then (docs/decisions/recovery.md). */
import type { ClientBase } from 'pg';
import type { Shown } from '../../contract/second-factor.ts';
import { Refusal } from '../../errors.ts';
import { findCredentials, type KnownAccount, lockAccount } from '../../storage/accounts.ts';
import type { Backing } from '../../storage/backing.ts';
import { namePasskeys } from '../../storage/passkeys.ts';
import { findWhetherFactor } from '../../storage/second-factors.ts';
import { findStrongProof, provenUntil, proveSession, type SessionProof } from '../../storage/sessions.ts';
import type { Queryable } from '../../storage/statement.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import type { AccountServices } from '../account-services.ts';
import { actingOn } from '../acting-account.ts';
import { passOf } from '../browser-pass.ts';
import { factorOf } from '../second-factor/factor-use.ts';
import type { PasskeyOptions } from '../second-factor/passkeys.ts';

/** How long a proof counts, seconds. */
export const PROOF_SECONDS = 600;

/** A session of an account. */
export interface OwnSession {
  readonly accountId: string;
  readonly secret: string;
}

/** What a browser gives besides. */
export interface Prover {
  /** Network address of the client. */
  readonly address: string;
  /** What its browser presents to show that it has signed in before. */
  readonly passes: readonly string[];
}

/** What an account can be asked for before an act that lasts, the strongest that there is. */
export type ProofKind = 'facteur' | 'courriel' | 'mot_de_passe';

/** A mailbox proves something where mail goes out, and the address is the account's. */
export async function proofKindOf(
  { isMailed }: Pick<AccountServices, 'isMailed'>,
  db: Queryable,
  { id, isConfirmed }: Pick<KnownAccount, 'id' | 'isConfirmed'>,
): Promise<ProofKind> {
  if (await findWhetherFactor(db, id)) return 'facteur';
  return isMailed && isConfirmed ? 'courriel' : 'mot_de_passe';
}

/** What a session has shown within ten minutes besides the password. */
export const presentBacking = async (client: ClientBase, { secret }: OwnSession): Promise<Backing> =>
  (await findStrongProof(client, fingerprintOf(secret), PROOF_SECONDS))?.since ?? null;

/** Holds the row of an account for one of its sessions. @throws Refusal `unauthorized` when the session is over */
export async function lockSession(
  { sessions }: Pick<AccountServices, 'sessions'>,
  client: ClientBase,
  { accountId, secret }: OwnSession,
): Promise<KnownAccount> {
  const account = await lockAccount(client, accountId);
  if (!account || !(await sessions.isLive(client, secret))) throw new Refusal('unauthorized');
  return account;
}

/**
 * What an act rests on that an account does for good, in a transaction that holds its row: a factor of the account, or a code that was sent to its
 * confirmed address, which its session has shown within ten minutes. Where there is neither, nothing is asked for.
 * @throws Refusal `preuve_requise`
 */
export async function backingOf(
  services: Pick<AccountServices, 'isMailed'>,
  client: ClientBase,
  own: OwnSession,
  account: Pick<KnownAccount, 'id' | 'isConfirmed'>,
): Promise<Backing> {
  const present = await presentBacking(client, own);
  if (present !== null) return present;
  if ((await proofKindOf(services, client, account)) !== 'mot_de_passe') throw new Refusal('preuve_requise');
  return null;
}

/**
 * Works on an account in a transaction that holds its row, for a session of the account.
 * @param work is told what the act rests on
 * @throws Refusal `unauthorized` when the session is over, `preuve_requise`; what `work` throws
 */
export const actingForGood = <T>(
  services: AccountServices,
  own: OwnSession,
  work: (client: ClientBase, account: KnownAccount, backing: Backing) => Promise<T>,
): Promise<T> =>
  actingOn(services, own.accountId, { session: own, address: '', passes: [] }, async (client, account) =>
    work(client, account, await backingOf(services, client, own, account)),
  );

/**
 * Works on what an account is signed in with. Where nothing stronger than the password can be asked for, the session has to have given the password
 * within ten minutes.
 * @throws as `actingForGood`
 */
export const withProof = <T>(
  services: AccountServices,
  own: OwnSession,
  work: (client: ClientBase, account: KnownAccount, backing: Backing) => Promise<T>,
): Promise<T> =>
  actingForGood(services, own, async (client, account, backing) => {
    if (backing === null && (await provenUntil(client, fingerprintOf(own.secret), PROOF_SECONDS)) === null) {
      throw new Refusal('preuve_requise');
    }
    return work(client, account, backing);
  });

/** Asks for a passkey of the account as a proof. @throws Refusal `passkeys_impossibles` */
export async function askForProof(
  services: AccountServices,
  { accountId, secret }: OwnSession,
): Promise<PasskeyOptions> {
  const known = await namePasskeys(services.db, accountId);
  return services.passkeys.askToShow({ kind: 'preuve', accountId, bond: secret }, known);
}

/**
 * Takes the password as a proof. Wrong ones count as failed sign-ins do.
 * @throws Refusal `mot_de_passe_incorrect`, `trop_de_tentatives`, `unauthorized`; QueueFull
 */
export async function proveByPassword(
  services: AccountServices,
  { accountId, secret }: OwnSession,
  { password, ...prover }: Prover & { readonly password: string },
): Promise<void> {
  await actingOn(services, accountId, { password, ...prover }, async (client) => {
    await prove(services, client, secret, { by: 'password' });
  });
}

/** Takes a second factor as a proof. @throws Refusal `second_facteur_incorrect`, `trop_de_tentatives`, `unauthorized`; QueueFull */
export async function proveByFactor(
  services: AccountServices,
  { accountId, secret }: OwnSession,
  shown: Shown,
  { address, passes }: Prover,
): Promise<void> {
  const { db, codeAttempts } = services;
  const account = await findCredentials(db, { accountId });
  const pass = account ? passOf(passes, { id: account.id, digest: account.mot_de_passe }) : undefined;
  const { isGuessable, ready } = factorOf(services, accountId, shown, { kind: 'preuve', bond: secret });
  const done = await codeAttempts.count({ accountId, address, pass, isGuessable }, async () => {
    const use = await ready();
    return (
      use &&
      inTransaction(db, async (client) => {
        const factor = (await lockAccount(client, accountId)) && (await use(client));
        if (!factor) return null;
        await prove(services, client, secret, { by: 'factor', ...factor });
        return true;
      })
    );
  });
  if (!done) throw new Refusal('second_facteur_incorrect');
}

/** Notes what a session has shown, in a transaction that holds the account's row. @throws Refusal `unauthorized` when the session is over */
export async function prove(
  { sessions }: AccountServices,
  client: ClientBase,
  secret: string,
  proof: SessionProof,
): Promise<void> {
  if (!(await sessions.isLive(client, secret))) throw new Refusal('unauthorized');
  await proveSession(client, fingerprintOf(secret), proof);
}
