/** Where the messages of a site's forms go: who may say so, and who has to agree (docs/operations.md, Mail). */
import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { askReader, hasAgreed } from '../mail/contact.ts';
import { lockAccount } from '../storage/accounts.ts';
import type { Backing } from '../storage/backing.ts';
import {
  type ContactLink,
  confirmContact,
  deleteContactsSince,
  deleteFormerContacts,
  findContactLink,
  type GivenContact,
  insertContact,
} from '../storage/contacts.ts';
import { touchContent } from '../storage/content.ts';
import { findKeyBacking } from '../storage/keys.ts';
import { findSettings, replaceSettings, type SettingsValues } from '../storage/settings.ts';
import { allowAllNodes } from '../storage/transaction.ts';
import { contactSettingIn } from '../text/contact-address.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import type { AccountServices } from './account-services.ts';
import { backingOf, lockSession, type OwnSession } from './proof/proof.ts';

/** Who writes settings: a session, or a key of an account. */
export type SettingsWriter = OwnSession | { readonly accountId: string; readonly key: string };

/**
 * Notes who gives a site another contact address, and asks its reader, in the transaction that writes the settings of the tab and holds the site's lock.
 * An address that is taken away needs no proof: the messages go to the owners then.
 * @throws Refusal `preuve_requise`, `unauthorized` when the session or the key is over
 */
export async function giveContact(
  services: AccountServices,
  client: ClientBase,
  siteId: string,
  {
    by,
    present,
    values,
  }: { readonly by: SettingsWriter; readonly present: SettingsValues; readonly values: SettingsValues },
): Promise<void> {
  const before = contactSettingIn(present)?.address ?? null;
  const next = contactSettingIn(values)?.address ?? null;
  if (next === null || next === before) return;
  await allowAllNodes(client);
  const backing = await backingOfWriter(services, client, by);
  await deleteFormerContacts(client, siteId, [before, next]);
  await insertContact(client, siteId, next, { before, by: by.accountId, backing });
  if (!(await hasAgreed(client, siteId, next))) await askReader(client, services.enqueue, siteId, next);
}

async function backingOfWriter(services: AccountServices, client: ClientBase, by: SettingsWriter): Promise<Backing> {
  if ('secret' in by) return backingOf(services, client, by, await lockSession(services, client, by));
  await lockAccount(client, by.accountId);
  const backing = await findKeyBacking(client, by.accountId, fingerprintOf(by.key));
  if (backing === null) throw new Refusal('unauthorized');
  return backing;
}

/** What a link is about, without using it. @throws Refusal `lien_invalide` */
export async function readContactLink({ db }: AccountServices, secret: string): Promise<ContactLink> {
  const link = await findContactLink(db, fingerprintOf(secret));
  if (!link) throw new Refusal('lien_invalide');
  return link;
}

/** The reader of a contact address agrees to get the messages; a second time changes nothing. @throws Refusal `lien_invalide` */
export async function agreeToMessages(services: AccountServices, secret: string): Promise<void> {
  if (!(await confirmContact(services.db, fingerprintOf(secret)))) await readContactLink(services, secret);
}

/** Takes back the contact addresses that an account has given a site, in a transaction that holds the locks of both. @param since as of `deleteContactsSince` */
export async function takeContactsBack(
  client: ClientBase,
  siteId: string,
  accountId: string,
  since: string,
): Promise<void> {
  const undone = await deleteContactsSince(client, siteId, accountId, since);
  const values = (await findSettings(client, siteId, 'contact'))?.valeurs ?? {};
  const present = contactSettingIn(values);
  if (!present || undone.every(({ address }) => address !== present.address)) return;
  const { email: _, courriel: __, ...others } = values;
  const address = addressBefore(present.address, undone);
  await replaceSettings(client, siteId, 'contact', address === null ? others : { ...others, email: address });
  await touchContent(client, siteId);
}

/** The address that was there before; null where none was, or where an undone one was given twice: the owners get the messages then. */
function addressBefore(present: string, undone: readonly GivenContact[]): string | null {
  let address: string | null = present;
  const steps = new Map(undone.map((step) => [step.address, step]));
  for (let step = steps.get(present); step; step = address === null ? undefined : steps.get(address)) {
    steps.delete(step.address);
    address = step.before;
  }
  return undone.some((step) => step.address === address) ? null : address;
}
