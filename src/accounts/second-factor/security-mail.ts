import type { ClientBase } from 'pg';
import type { SecurityAct } from '../../mail/message.ts';
import { findAccount } from '../../storage/accounts.ts';
import type { AccountServices } from '../account-services.ts';

/**
 * Tells an account by mail that what it is signed in with has changed, in the transaction of the change. Who reads an address that is not confirmed may
 * be somebody else.
 */
export async function tellOfSecurity(
  { isMailed, enqueue }: Pick<AccountServices, 'isMailed' | 'enqueue'>,
  client: ClientBase,
  accountId: string,
  { acte, nom = '' }: { readonly acte: SecurityAct; readonly nom?: string },
): Promise<void> {
  const account = isMailed ? await findAccount(client, accountId) : null;
  if (!account?.isConfirmed) return;
  const data = { acte, nom, le: new Date().toISOString() };
  await enqueue(client, { kind: 'securite', to: account.email, accountId, data });
}
