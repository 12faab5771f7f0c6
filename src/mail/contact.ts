/** Who has agreed to get the messages of a site's forms, and how a reader is asked (docs/operations.md, Mail). */
import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { countAttempt } from '../storage/attempts.ts';
import { findContact, holdUnasked, updateContactLink } from '../storage/contacts.ts';
import type { TakenMail } from '../storage/mail-queue.ts';
import { type enqueueMail, isContactMailWaiting } from '../storage/mails.ts';
import { isMembersAddress } from '../storage/members.ts';
import { findSettings } from '../storage/settings.ts';
import { findNamedSite } from '../storage/sites.ts';
import type { Queryable } from '../storage/statement.ts';
import { contactSettingIn } from '../text/contact-address.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { contactLetter, type Platform } from './letters.ts';
import type { Written } from './written.ts';

/** Where the page of the link is. */
export const CONTACT_PATH = '/adresse-de-contact';
const SECRET_BYTES = 32;

/** Readers that are asked within a day: one address, by whatever site, and by one site, or by the sites of one account. */
const TO_ONE_ADDRESS = 2;
const OF_ONE_SITE = 3;
const OF_ONE_ACCOUNT = 10;

/** The contact address of a site; null where it has none. */
export async function contactAddress(db: Queryable, siteId: string): Promise<string | null> {
  const settings = await findSettings(db, siteId, 'contact');
  return contactSettingIn(settings?.valeurs ?? {})?.address ?? null;
}

/** Whether messages of a site may go to an address: a member has confirmed it, or its reader has agreed. */
export const hasAgreed = async (db: Queryable, siteId: string, address: string): Promise<boolean> =>
  (await isMembersAddress(db, siteId, address)) || ((await findContact(db, siteId, address))?.isConfirmed ?? false);

/** Asks the reader of a contact address, once, who has not agreed. */
export async function askReader(
  client: Queryable,
  enqueue: typeof enqueueMail,
  siteId: string,
  address: string,
): Promise<void> {
  if (!(await holdUnasked(client, siteId, address))) return;
  if (await isContactMailWaiting(client, siteId, address)) return;
  await enqueue(client, { kind: 'contact', to: address, siteId });
}

/** Asks for the address that is the site's still; too much of it asks nobody, and the next message of a visitor asks again. */
export async function writeContactLetter(client: ClientBase, mail: TakenMail, platform: Platform): Promise<Written> {
  const { site_id: siteId, destinataire: to } = mail;
  const [site, contact] =
    siteId === null ? [null, null] : [await findNamedSite(client, siteId), await findContact(client, siteId, to)];
  if (siteId === null || !site || !contact || contact.isConfirmed) return { kind: 'nothing' };
  if ((await contactAddress(client, siteId)) !== to) return { kind: 'nothing' };
  const limit = mail.essais > 1 ? null : await limitOf(client, { siteId, to, by: contact.by });
  if (limit !== null) return { kind: 'nothing', limit };
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await updateContactLink(client, siteId, to, fingerprintOf(secret));
  const link = `${platform.address}${CONTACT_PATH}?jeton=${secret}`;
  const letter = contactLetter(platform, { link, site: site.nom, slug: site.slug });
  return { kind: 'letter', letter, to: [to], id: mail.id, told: null };
}

async function limitOf(
  client: ClientBase,
  { siteId, to, by }: { readonly siteId: string; readonly to: string; readonly by: string | null },
) {
  const isTooMany = async (of: string, most: number) =>
    (await countAttempt(client, 'courriel', fingerprintOf(`contact ${of}`))) > most;
  if (await isTooMany(`de ${siteId}`, OF_ONE_SITE)) return 'compte';
  if (by !== null && (await isTooMany(`de ${by}`, OF_ONE_ACCOUNT))) return 'compte';
  return (await isTooMany(`a ${to}`, TO_ONE_ADDRESS)) ? 'destinataire' : null;
}
