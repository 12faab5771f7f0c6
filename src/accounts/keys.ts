import { Refusal } from '../errors.ts';
import { lockAccount } from '../storage/accounts.ts';
import { countLiveKeys, insertKey, type KeyScope } from '../storage/keys.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';
import { generateKey } from './api-key.ts';

/** Live keys of one account (docs/decisions/sessions.md). */
const LIVE_KEYS = 20;

interface KeyRequest {
  readonly name: string | null;
  readonly scope: KeyScope;
  /** ISO timestamp; null for a key that does not expire. */
  readonly expiresAt: string | null;
}

/**
 * Makes a key of an account.
 * @param db pools with the service role
 * @returns its id; the secret, which is stored nowhere; and the prefix that is stored to recognise it by
 * @throws Refusal `portee_reservee`, `trop_de_cles`; `unauthorized` when the account is gone
 */
export async function createKey(
  db: RolePools,
  accountId: string,
  { name, scope, expiresAt }: KeyRequest,
): Promise<{ id: string; key: string; prefix: string }> {
  const { key, fingerprint, prefix } = generateKey();
  const id = await inTransaction(db, async (client) => {
    // Under the account's lock: parallel requests see each other's keys.
    const account = await lockAccount(client, accountId);
    if (!account) throw new Refusal('unauthorized');
    if (scope === 'atelier' && account.type === 'client') throw new Refusal('portee_reservee');
    if ((await countLiveKeys(client, accountId)) >= LIVE_KEYS) throw new Refusal('trop_de_cles');
    return insertKey(client, { accountId, name, fingerprint, prefix, scope, expiresAt });
  });
  return { id, key, prefix };
}
