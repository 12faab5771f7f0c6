/** What visitors have written, as a site's owners read it in their mail. */
import type { PoolClient } from 'pg';
import { countAttempt } from '../storage/attempts.ts';
import type { TakenMail } from '../storage/mail-queue.ts';
import { enqueueMail } from '../storage/mails.ts';
import { listOwners } from '../storage/members.ts';
import { countRequestsSince, listRequestsSince } from '../storage/requests.ts';
import { findNamedSite } from '../storage/sites.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { askReader, contactAddress, hasAgreed } from './contact.ts';
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

/** The message tells of all requests since the last one. It goes to the contact address where its reader has agreed, else to the owners. */
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
  const to = contact !== null && (await hasAgreed(client, siteId, contact)) ? [contact] : owners;
  if (contact !== null && to === owners) await askReader(client, enqueueMail, siteId, contact);
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

async function isTooMuch(client: PoolClient, to: readonly string[]): Promise<boolean> {
  let isTooMuch = false;
  for (const address of to) {
    if ((await countAttempt(client, 'courriel', fingerprintOf(`demandes a ${address}`))) > TO_ONE_ADDRESS)
      isTooMuch = true;
  }
  return isTooMuch;
}

function valueText(value: unknown, longest: number): string {
  const text = values(value).join('\n');
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}
