/** What visitors have written, as a site's owners read it in their mail. */
import type { PoolClient } from 'pg';
import { countAttempt, takeAttemptBack } from '../storage/attempts.ts';
import type { TakenMail } from '../storage/mail-queue.ts';
import { listOwners } from '../storage/members.ts';
import { countRequestsSince, listRequestsSince } from '../storage/requests.ts';
import { findSettings } from '../storage/settings.ts';
import { findNamedSite } from '../storage/sites.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { mailAddress } from '../text/mail-address.ts';
import { type Platform, requestsLetter } from './letters.ts';
import { addressOfVisitor, values } from './reply.ts';
import type { Written } from './written.ts';

/** Requests that one message shows. */
const SHOWN = 20;
/** Characters of a value that a message shows: of one request, and of each of several. */
const VALUE_CHARACTERS = 10_000;
const VALUE_CHARACTERS_OF_MANY = 500;
/** Messages about requests to one address within a day; then they wait for each other longer. */
const TO_ONE_ADDRESS = 48;
const LATER_SECONDS = 3600;
/** Contact addresses that a site's requests go to within a day, besides the owners' own: further ones get nothing, and the owners are told. */
const CONTACT_ADDRESSES = 3;

/** Settings of the tab `contact` that may hold the address. */
const ADDRESS_SETTINGS = ['email', 'courriel'] as const;

/** The message tells of all requests since the last one. */
export async function writeRequestsLetter(client: PoolClient, mail: TakenMail, platform: Platform): Promise<Written> {
  const siteId = mail.site_id;
  const site = siteId === null ? null : await findNamedSite(client, siteId);
  const all = siteId === null ? [] : await listOwners(client, siteId);
  const owners = all.filter(({ isConfirmed }) => isConfirmed).map(({ email }) => email);
  if (siteId === null || !site || owners.length === 0) return { kind: 'nothing' };
  const since = String(mail.donnees.depuis);
  const { count, last } = await countRequestsSince(client, siteId, since);
  if (last === null) return { kind: 'nothing' };
  const contact = await contactAddress(client, siteId);
  const to = contact !== null && (await mayGetMail(client, siteId, { contact, owners })) ? [contact] : owners;
  if (mail.essais === 1 && (await isTooMuch(client, to))) return { kind: 'later', seconds: LATER_SECONDS };
  const requests = await listRequestsSince(client, siteId, { since, until: last, limit: SHOWN });
  const longest = count === 1 ? VALUE_CHARACTERS : VALUE_CHARACTERS_OF_MANY;
  const told = requests.map(({ recue_le: at, champs }) => ({
    at,
    fields: [...champs].map(([name, value]) => [name, valueText(value, longest)] as const),
  }));
  const [only] = requests;
  const replyTo = count === 1 && only ? addressOfVisitor(only) : null;
  const letter = requestsLetter(platform, {
    site: site.nom,
    slug: site.slug,
    requests: told,
    more: count - told.length,
    replyTo,
  });
  return { kind: 'letter', letter, to, id: `${mail.id}.${Date.parse(last)}`, told: last };
}

/**
 * Whether requests may go to a contact address. Nobody has proved that it is theirs who reads it: without a bound a site could write to one stranger
 * after the other.
 */
async function mayGetMail(
  client: PoolClient,
  siteId: string,
  { contact, owners }: { readonly contact: string; readonly owners: readonly string[] },
): Promise<boolean> {
  if (owners.includes(contact)) return true;
  const known = fingerprintOf(`contact ${siteId} ${contact}`);
  if ((await countAttempt(client, 'courriel', known)) > 1) return true;
  if ((await countAttempt(client, 'courriel', fingerprintOf(`contacts ${siteId}`))) <= CONTACT_ADDRESSES) return true;
  await takeAttemptBack(client, 'courriel', known);
  return false;
}

async function isTooMuch(client: PoolClient, to: readonly string[]): Promise<boolean> {
  let isTooMuch = false;
  for (const address of to) {
    if ((await countAttempt(client, 'courriel', fingerprintOf(`demandes a ${address}`))) > TO_ONE_ADDRESS)
      isTooMuch = true;
  }
  return isTooMuch;
}

async function contactAddress(client: PoolClient, siteId: string): Promise<string | null> {
  const settings = await findSettings(client, siteId, 'contact');
  for (const name of ADDRESS_SETTINGS) {
    const address = mailAddress.safeParse(settings?.valeurs[name]);
    if (address.success) return address.data;
  }
  return null;
}

function valueText(value: unknown, longest: number): string {
  const text = values(value).join('\n');
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
