import type { ClientBase } from 'pg';
import { findAccount } from '../storage/accounts.ts';
import { countAttempt } from '../storage/attempts.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import type { AccountServices } from './account-services.ts';

/**
 * Tells an account by mail that a browser has signed in which had not before, once an hour at most, in the transaction of the sign-in. Who reads an
 * address that is not confirmed may be somebody else.
 * @param browser in words
 */
export async function tellOfBrowser(
  { isMailed, enqueue }: Pick<AccountServices, 'isMailed' | 'enqueue'>,
  client: ClientBase,
  accountId: string,
  browser: string,
): Promise<void> {
  const account = isMailed ? await findAccount(client, accountId) : null;
  if (!account?.isConfirmed) return;
  if ((await countAttempt(client, 'compte', fingerprintOf(`navigateur ${accountId}`))) > 1) return;
  const data = { navigateur: browser, le: new Date().toISOString() };
  await enqueue(client, { kind: 'navigateur', to: account.email, accountId, data });
}
