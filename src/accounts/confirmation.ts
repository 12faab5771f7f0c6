/** The proof that an address is that of an account (docs/accounts.md). */
import { Refusal } from '../errors.ts';
import { lockAccount, ownAddress } from '../storage/accounts.ts';
import { deleteLinksOfAccount } from '../storage/links.ts';
import { dropMail } from '../storage/mails.ts';
import { inTransaction, isTaken } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';
import { actingOn, type Evidence } from './acting-account.ts';
import { useLink } from './links.ts';

/** A link that somebody uses, and the account that it is for. */
export interface LinkUse {
  readonly secret: string;
  readonly accountId: string;
}

/** Another account has come to own the address meanwhile. */
export function takenAddress(error: unknown): never {
  throw isTaken(error) ? new Refusal('adresse_electronique_prise') : error;
}

/**
 * Makes an account the owner of its address. The link alone does not do: somebody may have made the account with the address of another person, who
 * reads the mail and must not make that password valid.
 * @throws Refusal `lien_invalide`, `adresse_electronique_prise`; as `actingOn`
 */
export async function confirmAddress(services: AccountServices, link: LinkUse, evidence: Evidence): Promise<void> {
  await actingOn(services, link.accountId, evidence, async (client, { id, email }) => {
    const used = await useLink(client, 'confirmation', link.secret);
    if (used?.compte_id !== id || (used.envoye_a !== null && used.envoye_a !== email)) {
      throw new Refusal('lien_invalide');
    }
    await ownAddress(client, id, email, null);
    await deleteLinksOfAccount(client, id, ['confirmation']);
    await dropMail(client, id, ['inscription']);
  }).catch(takenAddress);
}

/** Sends the link again. @throws Refusal `trop_de_tentatives`, `indisponible` where no mail goes out */
export async function askAgain({ db, limits, isMailed, enqueue }: AccountServices, accountId: string): Promise<void> {
  if (!isMailed) throw new Refusal('indisponible', { message: WITHOUT_MAIL });
  await limits.countOf(accountId, 'confirmation');
  await inTransaction(db, async (client) => {
    const account = await lockAccount(client, accountId);
    if (!account || account.isConfirmed) return;
    await dropMail(client, accountId, ['inscription']);
    await enqueue(client, { kind: 'inscription', to: account.email, accountId });
  });
}

export const WITHOUT_MAIL = 'Cette installation n’envoie pas de courriels : demandez à la personne qui la gère.';
