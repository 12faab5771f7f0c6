/** What a session shows again before it changes what its account is signed in with. */
import type { ClientBase } from 'pg';
import type { Shown } from '../../contract/second-factor.ts';
import { Refusal } from '../../errors.ts';
import { findCredentials, lockAccount } from '../../storage/accounts.ts';
import { namePasskeys } from '../../storage/passkeys.ts';
import { provenUntil, proveSession } from '../../storage/sessions.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import type { AccountServices } from '../account-services.ts';
import { actingOn } from '../acting-account.ts';
import { passOf } from '../browser-pass.ts';
import { factorOf } from './factor-use.ts';
import type { PasskeyOptions } from './passkeys.ts';

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

/**
 * Works on what an account is signed in with, in a transaction that holds its row, for a session that was proven within ten minutes.
 * @throws Refusal `unauthorized` when the session is over, `preuve_requise`; what `work` throws
 */
export const withProof = <T>(
  services: AccountServices,
  { accountId, secret }: OwnSession,
  work: (client: ClientBase, email: string) => Promise<T>,
): Promise<T> =>
  actingOn(
    services,
    accountId,
    { session: { accountId, secret }, address: '', passes: [] },
    async (client, account) => {
      if ((await provenUntil(client, fingerprintOf(secret), PROOF_SECONDS)) === null)
        throw new Refusal('preuve_requise');
      return work(client, account.email);
    },
  );

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
    await prove(services, client, secret, false);
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
        if (!(await lockAccount(client, accountId)) || !(await use(client))) return null;
        await prove(services, client, secret, true);
        return true;
      })
    );
  });
  if (!done) throw new Refusal('second_facteur_incorrect');
}

async function prove(
  { sessions }: AccountServices,
  client: ClientBase,
  secret: string,
  hasSecondFactor: boolean,
): Promise<void> {
  if (!(await sessions.isLive(client, secret))) throw new Refusal('unauthorized');
  await proveSession(client, fingerprintOf(secret), { hasSecondFactor });
}
