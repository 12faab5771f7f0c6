/** Another address for an account, and the way back (docs/accounts.md). */
import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { type KnownAccount, lockAccount, ownAddress, renameAuthor, updatePasswordHash } from '../storage/accounts.ts';
import { deleteLaterUndoLinks, deleteLinksOfAccount } from '../storage/links.ts';
import { dropMail } from '../storage/mails.ts';
import { deleteFactorsSince } from '../storage/second-factors.ts';
import { deleteAllSessions } from '../storage/sessions.ts';
import { allowAllNodes, inTransaction } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';
import { actingOn, type Evidence } from './acting-account.ts';
import { type LinkUse, takenAddress, WITHOUT_MAIL } from './confirmation.ts';
import { endKeysOf } from './keys.ts';
import { LIFE_SECONDS, makeLink, useLink } from './links.ts';

/** What no password hashes to: nobody signs in until there is a new password. */
const NO_PASSWORD = '-';

/**
 * Sends a link to the next address of an account. Whether the address is that of another account is told to who reads its mail, and to nobody else.
 * @param email in its stored form
 * @throws Refusal `mot_de_passe_incorrect`, `trop_de_tentatives`, `invalid_input`, `indisponible` where no mail goes out; QueueFull
 */
export async function askForAddress(
  services: AccountServices,
  accountId: string,
  email: string,
  evidence: Omit<Evidence, 'session'>,
): Promise<void> {
  if (!services.isMailed) throw new Refusal('indisponible', { message: WITHOUT_MAIL });
  await services.limits.countOf(accountId, 'adresse');
  await actingOn(services, accountId, evidence, async (client, account) => {
    if (account.email === email) throw new Refusal('invalid_input', { message: 'C’est déjà l’adresse de ce compte.' });
    await endChangesOfAddress(client, accountId);
    await services.enqueue(client, { kind: 'adresse', to: email, accountId });
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
    await giveAddress(client, { id, email: former, isConfirmed }, used.envoye_a, services.enqueue);
  }).catch(takenAddress);
}

/**
 * Makes an account the owner of another address, in a transaction that holds its row, and tells the reader of the former one.
 * @throws the database's error of a unique index (`isTaken`) when another account owns the address
 */
export async function giveAddress(
  client: ClientBase,
  { id, email: former, isConfirmed }: Omit<KnownAccount, 'type'>,
  next: string,
  enqueue: AccountServices['enqueue'],
): Promise<void> {
  await moveAccount(client, { id, email: former, isConfirmed }, next);
  // Who reads an address that nobody has confirmed may be somebody else.
  if (isConfirmed) {
    await enqueue(client, { kind: 'adresse_changee', to: former, accountId: id, data: { nouvelle: next } });
  }
}

async function moveAccount(
  client: ClientBase,
  { id, email: from, isConfirmed }: Omit<KnownAccount, 'type'>,
  to: string,
): Promise<void> {
  await allowAllNodes(client);
  await ownAddress(client, id, to);
  // Versions under an address that the account does not own may be those of its owner.
  if (isConfirmed) await renameAuthor(client, id, { from, to });
  await deleteLinksOfAccount(client, id, ['confirmation', 'mot_de_passe', 'adresse']);
  await dropMail(client, id, ['inscription', 'adresse']);
}

/**
 * Gives an account its former address back, for who reads its mail. Whoever has changed it may know the password: nobody signs in with it any more, all
 * sessions and keys end, and so do the links that undo later changes, the second factors that came since, and all codes on paper.
 * @returns path and query of the link that gives the account a new password
 * @throws Refusal `lien_invalide`, `adresse_electronique_prise`
 */
export async function restoreAddress({ db }: AccountServices, { secret, accountId }: LinkUse): Promise<string> {
  return inTransaction(db, async (client) => {
    const account = await lockAccount(client, accountId);
    const used = await useLink(client, 'annulation', secret);
    if (!account || used?.compte_id !== account.id || used.envoye_a === null) throw new Refusal('lien_invalide');
    const { id } = account;
    await moveAccount(client, account, used.envoye_a);
    const sent = new Date(Date.parse(used.expire_le) - 1_000 * LIFE_SECONDS.annulation).toISOString();
    await deleteLaterUndoLinks(client, id, used.expire_le);
    await dropMail(client, id, ['adresse_changee'], sent);
    await updatePasswordHash(client, id, NO_PASSWORD);
    await deleteAllSessions(client, id);
    await endKeysOf(client, { accountId: id, name: used.envoye_a });
    await deleteFactorsSince(client, id, sent);
    return makeLink(client, { genre: 'mot_de_passe', compte_id: id, envoye_a: used.envoye_a });
  }).catch(takenAddress);
}
