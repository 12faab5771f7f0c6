import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { ofAccount } from '../journal/doers.ts';
import { recordInSitesOf } from '../journal/record.ts';
import type { Doer } from '../storage/journal.ts';
import { countLiveKeys, type EndedKey, insertKey, type KeyScope, revokeKeyOf, revokeKeysOf } from '../storage/keys.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';
import { generateKey } from './api-key.ts';
import { actingForGood, type OwnSession } from './proof/proof.ts';
import { tellOfSecurity } from './second-factor/security-mail.ts';

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
 * @returns its id; the secret, which is stored nowhere; and the prefix that is stored to recognise it by
 * @throws Refusal `portee_reservee`, `trop_de_cles`; as `actingForGood`
 */
export async function createKey(
  services: AccountServices,
  own: OwnSession,
  { name, scope, expiresAt }: KeyRequest,
): Promise<{ id: string; key: string; prefix: string }> {
  const { key, fingerprint, prefix } = generateKey();
  const { accountId } = own;
  // Under the account's lock: parallel requests see each other's keys.
  const id = await actingForGood(services, own, async (client, account, backing) => {
    if (scope === 'atelier' && account.type === 'client') throw new Refusal('portee_reservee');
    if ((await countLiveKeys(client, accountId)) >= LIVE_KEYS) throw new Refusal('trop_de_cles');
    const made = await insertKey(client, { accountId, name, fingerprint, prefix, scope, expiresAt, backing });
    await tellOfSecurity(services, client, accountId, { acte: 'cle_creee', nom: name ?? prefix });
    const by = ofAccount({ accountId, name: account.email });
    await recordInSitesOf(client, accountId, { act: 'cle_creee', by, details: { nom: name ?? prefix, id: made } });
    return made;
  });
  return { id, key, prefix };
}

/** Revokes a key of an account; one that is revoked already stays so. @throws Refusal `introuvable` when the account has no such key */
export const endKey = (db: RolePools, { accountId, name }: { accountId: string; name: string }, id: string) =>
  inTransaction(db, async (client) => {
    const key = await revokeKeyOf(client, accountId, id);
    if (!key) throw new Refusal('introuvable');
    if (key.wasLive) await recordEnd(client, key, ofAccount({ accountId, name }));
  });

/** Tells the sites of a key's account that the key has ended. */
export const recordEnd = (client: ClientBase, { id, nom, prefixe, compte_id }: EndedKey, by: Doer): Promise<void> =>
  recordInSitesOf(client, compte_id, { act: 'cle_revoquee', by, details: { nom: nom ?? prefixe, id } });

/** Revokes all keys of an account for good, in a transaction of the caller. @param name address of the account */
export async function endKeysOf(
  client: ClientBase,
  { accountId, name }: { readonly accountId: string; readonly name: string },
): Promise<void> {
  if ((await revokeKeysOf(client, accountId)) === 0) return;
  const by = ofAccount({ accountId, name });
  await recordInSitesOf(client, accountId, { act: 'cles_revoquees', by, details: {} });
}
