/** A name that somebody else has by now: its new owner proves it, and the proof of its former owner is gone (docs/domains.md, Names change hands). */
import type { ClientBase } from 'pg';
import type { AccountServices } from '../accounts/account-services.ts';
import { removeDomain } from '../accounts/main-address.ts';
import { nameOfAnother, Refusal } from '../errors.ts';
import { PROGRAM } from '../journal/doers.ts';
import { dayText } from '../mail/letters.ts';
import { lockSite } from '../storage/content.ts';
import { findHolding, listLostDomains, noteGone, noteKept } from '../storage/lost-domains.ts';
import { listOwners } from '../storage/members.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';
import { type DnsQuestions, silenceAsNull } from './dns-questions.ts';
import { isProof, newToken, proofNameOf } from './proof.ts';

/**
 * Takes a name from the site that has it, for another one that proves it, in a transaction of the caller: once the former proof has been gone for seven
 * days, and the former site was told when they began.
 * @param texts of the DNS, among which the proof of the other site stands
 * @returns why not: what was seen is noted all the same, so the transaction ends well
 */
export async function takeLostName(
  client: ClientBase,
  { enqueue }: Pick<AccountServices, 'enqueue'>,
  { siteId, host, texts }: { readonly siteId: string; readonly host: string; readonly texts: readonly string[] },
): Promise<Refusal | null> {
  const holder = (await findHolding(client, host))?.site_id ?? siteId;
  if (holder === siteId) return null;
  await lockSite(client, holder);
  const held = await findHolding(client, host);
  // Given away while this site waited for the lock, or by an operator.
  if (held?.site_id !== holder || held.prouve_le === null) return new Refusal('domaine_pris');
  const { jeton: token } = held;
  if (token !== null && texts.some((text) => isProof(text, token))) {
    await noteKept(client, holder, host);
    return new Refusal('domaine_pris');
  }
  const gone = await noteGone(client, holder, host, newToken());
  if (gone.est_libre) {
    await removeDomain(client, holder, host, PROGRAM);
    return null;
  }
  for (const { email } of gone.isNew ? await confirmedOwners(client, holder) : []) {
    const data = { hote: host, libre_le: gone.libre_le };
    await enqueue(client, { kind: 'domaine_perdu', to: email, siteId: holder, data });
  }
  return nameOfAnother(dayText(gone.libre_le));
}

const confirmedOwners = async (client: ClientBase, siteId: string) =>
  (await listOwners(client, siteId)).filter(({ isConfirmed }) => isConfirmed);

/**
 * Looks again at names whose proof is gone: one that stands again, or that nobody else wants any more, stays where it is. Without an answer of the DNS
 * nothing is known, and nothing changes.
 * @param db pools of the service role @param signal ends the look behind the name under way
 */
export async function lookAtLostNames(
  db: RolePools,
  dns: Pick<DnsQuestions, 'texts'>,
  signal: AbortSignal,
): Promise<void> {
  for (const { hote: host, site_id: siteId, jeton, est_voulu: isWanted } of await listLostDomains(db)) {
    signal.throwIfAborted();
    const texts = isWanted ? await dns.texts(proofNameOf(host)).catch(silenceAsNull) : [];
    if (texts === null) continue;
    await inTransaction(db, async (client) => {
      await lockSite(client, siteId);
      if (!isWanted || texts.some((text) => isProof(text, jeton))) await noteKept(client, siteId, host);
      else await noteGone(client, siteId, host, jeton);
    });
  }
}
