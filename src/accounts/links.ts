/** Links that work once: what a mail, or an inviter, gives a person (docs/accounts.md). */
import { randomBytes } from 'node:crypto';
import {
  findLink,
  findUndoLink,
  insertLink,
  type LinkKind,
  type LinkRow,
  markUndoLinkUsed,
  type TakenLink,
  takeLink,
  type UndoLink,
} from '../storage/links.ts';
import type { Queryable } from '../storage/statement.ts';
import { fingerprintOf } from '../text/fingerprint.ts';

const SECRET_BYTES = 32;

const DAY = 24 * 3600;
/** How long each link works, seconds. */
export const LIFE_SECONDS = {
  confirmation: 7 * DAY,
  mot_de_passe: 30 * 60,
  adresse: DAY,
  annulation: 30 * DAY,
  invitation: 14 * DAY,
} as const satisfies Record<LinkKind, number>;

/** For how many days something can be undone, and may have waited before, days. */
export const UNDOABLE_DAYS = (LIFE_SECONDS.annulation + LIFE_SECONDS.invitation) / DAY;

/** Where each link leads on the platform. */
export const LINK_PATHS = {
  confirmation: '/confirmation',
  mot_de_passe: '/mot-de-passe',
  adresse: '/nouvelle-adresse',
  annulation: '/ancienne-adresse',
  invitation: '/invitation',
} as const satisfies Record<LinkKind, string>;

/** What a link is made for; what is left out is null. */
export type LinkFor = Pick<LinkRow, 'genre'> & Partial<Omit<LinkRow, 'genre'>>;

/**
 * Makes a link, in the transaction of what it is made for. Only its fingerprint is stored.
 * @param since when its life begins; now when left out
 * @returns path and query: the address of the platform stands before it
 */
export async function makeLink(
  client: Queryable,
  { genre, ...row }: LinkFor,
  since: string | null = null,
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const full = { genre, compte_id: null, invitation_id: null, envoye_a: null, email: null, appui_le: null, ...row };
  await insertLink(client, full, { fingerprint: fingerprintOf(secret), lifeSeconds: LIFE_SECONDS[genre], since });
  return `${LINK_PATHS[genre]}?jeton=${secret}`;
}

/**
 * What a link is for, without using it: robots look at links in mail. Wrong ones are not counted: nobody guesses 256 bits, and a count would refuse
 * good links for the sake of others (docs/decisions/guessing.md).
 * @returns null when the link does not work
 */
export const readLink = (db: Queryable, kind: LinkKind, secret: string): Promise<LinkRow | null> =>
  findLink(db, kind, fingerprintOf(secret));

/** What a link undoes, without using it. @returns null when the link is unknown or over */
export const readUndoLink = (db: Queryable, secret: string): Promise<UndoLink | null> =>
  findUndoLink(db, fingerprintOf(secret));

/** Uses such a link, in a transaction that holds the account's row. @returns `used` when that was done before; null when the link is over */
export async function useUndoLink(client: Queryable, secret: string): Promise<'now' | 'used' | null> {
  const link = await readUndoLink(client, secret);
  if (!link) return null;
  return link.servi_le === null && (await markUndoLinkUsed(client, fingerprintOf(secret))) ? 'now' : 'used';
}

/** Uses a link up, in the transaction of what it is used for. @returns null when the link does not work (any more) */
export const useLink = (client: Queryable, kind: LinkKind, secret: string): Promise<TakenLink | null> =>
  takeLink(client, kind, fingerprintOf(secret));
