/** Another address for an account, and the way back (docs/accounts.md). */
import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { findAddressSince, type KnownAccount, ownAddress, renameAuthor } from '../storage/accounts.ts';
import type { Backing } from '../storage/backing.ts';
import { deleteLinksOfAccount } from '../storage/links.ts';
import { dropMail } from '../storage/mails.ts';
import { allowAllNodes } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';
import { actingOn, type Evidence } from './acting-account.ts';
import { type LinkUse, takenAddress, WITHOUT_MAIL } from './confirmation.ts';
import { useLink } from './links.ts';
import { backingOf, type OwnSession } from './proof/proof.ts';

/**
 * Sends a link to the next address of an account. Whether the address is that of another account is told to who reads its mail, and to nobody else.
 * @param email in its stored form
 * @throws Refusal `mot_de_passe_incorrect`, `preuve_requise`, `trop_de_tentatives`, `invalid_input`, `indisponible` where no mail goes out; QueueFull
 */
export async function askForAddress(
  services: AccountServices,
  own: OwnSession,
  email: string,
  evidence: Omit<Evidence, 'session'>,
): Promise<void> {
  const { accountId } = own;
  if (!services.isMailed) throw new Refusal('indisponible', { message: WITHOUT_MAIL });
  await services.limits.countOf(accountId, 'adresse');
  await actingOn(services, accountId, evidence, async (client, account) => {
    if (account.email === email) throw new Refusal('invalid_input', { message: 'C’est déjà l’adresse de ce compte.' });
    const backing = await backingOf(services, client, own, account);
    await endChangesOfAddress(client, accountId);
    await services.enqueue(client, { kind: 'adresse', to: email, accountId, data: { appui: backing } });
  });
}

/** Ends the change of address that an account has asked for, if there is one. */
export async function endChangesOfAddress(client: ClientBase, accountId: string): Promise<void> {
  await deleteLinksOfAccount(client, accountId, ['adresse']);
  await dropMail(client, accountId, ['adresse']);
}

/**
 * Gives an account the address that its link was sent to. The former address is told, with a link that undoes the change.
 * @throws Refusal `lien_invalide`, `adresse_electronique_prise`; as `actingOn`
 */
export async function changeAddress(services: AccountServices, link: LinkUse, evidence: Evidence): Promise<void> {
  await actingOn(services, link.accountId, evidence, async (client, { id, email: former, isConfirmed }) => {
    const used = await useLink(client, 'adresse', link.secret);
    if (used?.compte_id !== id || used.envoye_a === null) throw new Refusal('lien_invalide');
    const backing = used.appui_le;
    await giveAddress(client, { id, email: former, isConfirmed }, { next: used.envoye_a, backing }, services.enqueue);
  }).catch(takenAddress);
}

/**
 * Makes an account the owner of another address, in a transaction that holds its row, and tells the reader of the former one.
 * @throws the database's error of a unique index (`isTaken`) when another account owns the address
 */
export async function giveAddress(
  client: ClientBase,
  { id, email: former, isConfirmed }: Pick<KnownAccount, 'id' | 'email' | 'isConfirmed'>,
  { next, backing }: { readonly next: string; readonly backing: Backing },
  enqueue: AccountServices['enqueue'],
): Promise<void> {
  const since = await findAddressSince(client, id);
  await moveAccount(client, { id, email: former, isConfirmed }, next, backing);
  // Who reads an address that nobody has confirmed may be somebody else.
  if (isConfirmed) {
    const data = { nouvelle: next, depuis: since };
    await enqueue(client, { kind: 'adresse_changee', to: former, accountId: id, data });
  }
}

/** Moves an account to an address, in a transaction that holds its row; links and mail to the one before end. */
export async function moveAccount(
  client: ClientBase,
  { id, email: from, isConfirmed }: Pick<KnownAccount, 'id' | 'email' | 'isConfirmed'>,
  to: string,
  backing: Backing,
): Promise<void> {
  await allowAllNodes(client);
  await ownAddress(client, id, to, backing);
  // Versions under an address that the account does not own may be those of its owner.
  if (isConfirmed) await renameAuthor(client, id, { from, to });
  await deleteLinksOfAccount(client, id, ['confirmation', 'mot_de_passe', 'adresse']);
  await dropMail(client, id, ['inscription', 'adresse']);
}
