import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { type KnownAccount, lockAccount } from '../storage/accounts.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';

/** What somebody shows who acts on an account. */
export interface Evidence {
  /** The account that is signed in, with the secret of its session. */
  readonly session?: { readonly accountId: string; readonly secret: string } | null;
  readonly password?: string | undefined;
  /** Network address of the client. */
  readonly address: string;
  /** What its browser presents to show that it has signed in before. */
  readonly passes: readonly string[];
}

/**
 * Works on an account in one transaction that holds its row, for who has a session of the account or knows its password.
 * @throws Refusal `unauthorized` when neither was shown; `mot_de_passe_incorrect`, `trop_de_tentatives`; QueueFull; what `work` throws
 */
export async function actingOn<T>(
  { db, check, sessions }: AccountServices,
  accountId: string,
  { session, password, address, passes }: Evidence,
  work: (client: ClientBase, account: KnownAccount) => Promise<T>,
): Promise<T> {
  if (session?.accountId === accountId) {
    return inTransaction(db, async (client) => {
      const account = await lockAccount(client, accountId);
      if (!account || !(await sessions.isLive(client, session.secret))) throw new Refusal('unauthorized');
      return work(client, account);
    });
  }
  if (!password) throw new Refusal('unauthorized');
  const claim = { who: { accountId }, password, address, passes };
  const done = await check.whoKnows(claim, ({ digest }) =>
    inTransaction(db, async (client) => {
      const account = await lockAccount(client, accountId, digest);
      return account && { result: await work(client, account) };
    }),
  );
  if (!done) throw new Refusal('mot_de_passe_incorrect');
  return done.result;
}

/** @throws Refusal `adresse_non_confirmee`: until its address is confirmed, an account invites nobody and has one site */
export function assertConfirmed({ isConfirmed }: Pick<KnownAccount, 'isConfirmed'>): void {
  if (!isConfirmed) throw new Refusal('adresse_non_confirmee');
}
