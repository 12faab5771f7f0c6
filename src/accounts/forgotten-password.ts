/** A new password for who has forgotten the old one (docs/accounts.md). */
import { Refusal } from '../errors.ts';
import { lockAccount, ownAddress, updatePasswordHash } from '../storage/accounts.ts';
import { deleteLinksOfAccount } from '../storage/links.ts';
import { deleteFactors } from '../storage/second-factors.ts';
import { deleteAllSessions } from '../storage/sessions.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';
import { passesWith } from './browser-pass.ts';
import { endChangesOfAddress } from './change-of-address.ts';
import { type LinkUse, takenAddress, WITHOUT_MAIL } from './confirmation.ts';
import { endKeysOf } from './keys.ts';
import { useLink } from './links.ts';

/**
 * Lets a message to an address wait, whosever it is: which account it is for is looked up when it is sent.
 * @param asked `email` in its stored form; `address` is the network address of the client
 * @throws Refusal `trop_de_tentatives` for too many from one network address; too many for one mail address are dropped and not told
 */
export async function askForPassword(
  { db, limits, isMailed, enqueue }: AccountServices,
  asked: { readonly email: string; readonly address: string },
): Promise<void> {
  if (!isMailed) throw new Refusal('indisponible', { message: WITHOUT_MAIL });
  const isTooMuch = await limits.count('oubli', asked);
  if (!isTooMuch) await enqueue(db, { kind: 'oubli', to: asked.email });
}

/**
 * Gives the account of a link another password. All sessions end, with what else was begun by somebody who may have known the old one. A link that came
 * by mail to the address of the account confirms the address; where nobody had, whoever made the account may be another person, whose keys and
 * second factors go too. Those of an account whose address is confirmed stay.
 * @returns the passes by which the browser will show that it is known
 * @throws Refusal `lien_invalide`, `adresse_electronique_prise`; QueueFull
 */
export async function setPassword(
  { db, check, enqueue }: AccountServices,
  { secret, accountId }: LinkUse,
  { next, passes }: { readonly next: string; readonly passes: readonly string[] },
): Promise<readonly string[]> {
  const digest = await check.hash(next, accountId);
  return inTransaction(db, async (client) => {
    // Every act takes the account before its links, so that two acts wait for each other in one order.
    const account = await lockAccount(client, accountId);
    const used = await useLink(client, 'mot_de_passe', secret);
    if (!account || used?.compte_id !== account.id) throw new Refusal('lien_invalide');
    const { id, email, isConfirmed } = account;
    const isProven = used.envoye_a !== null;
    if (isProven && used.envoye_a !== email) throw new Refusal('lien_invalide');
    await updatePasswordHash(client, id, digest);
    await deleteAllSessions(client, id);
    await deleteLinksOfAccount(client, id, isProven ? ['mot_de_passe', 'confirmation'] : ['mot_de_passe']);
    await endChangesOfAddress(client, id);
    if (isProven && !isConfirmed) {
      await ownAddress(client, id, email, null);
      await endKeysOf(client, { accountId: id, name: email });
      await deleteFactors(client, id);
    }
    if (isProven || isConfirmed) await enqueue(client, { kind: 'mot_de_passe_change', to: email, accountId: id });
    return passesWith(passes, { id, digest });
  }).catch(takenAddress);
}
