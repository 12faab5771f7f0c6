/** Accounts that people make themselves (docs/accounts.md). */
import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { insertAccount, isOwnedAddress } from '../storage/accounts.ts';
import { findInvitedAddress } from '../storage/links.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';
import { passesWith } from './browser-pass.ts';
import { browserWords } from './browser-words.ts';
import { readLink } from './links.ts';
import { placeWords } from './place-words.ts';
import type { Opened } from './sessions.ts';

export interface SignUp {
  /** In its stored form; that of the invitation where there is one. */
  readonly email: string;
  readonly password: string;
  /** Network address of the client. */
  readonly address: string;
  /** What its browser calls itself. */
  readonly userAgent?: string | undefined;
  /** Secret of the session that the browser has already. */
  readonly previous: string | undefined;
  /** What its browser presents to show that it has signed in before. */
  readonly passes: readonly string[];
  /** Secret of the link by which the person is invited; null without one. */
  readonly invitation: string | null;
}

/** For whom an invitation is. */
export interface Invited {
  readonly email: string;
  /** Whether the invitation came by mail to this address: who has it reads the mail of the address. */
  readonly isProven: boolean;
  /** Whether an account owns the address; told only to who reads its mail. */
  readonly hasAccount: boolean;
}

/** @returns null when the link does not work (any more); it goes on working */
export async function readInvited(db: AccountServices['db'], secret: string): Promise<Invited | null> {
  const invited = await invitedBy(db, secret);
  return invited && { ...invited, hasAccount: invited.isProven && (await isOwnedAddress(db, invited.email)) };
}

async function invitedBy(
  db: AccountServices['db'] | ClientBase,
  secret: string,
): Promise<Omit<Invited, 'hasAccount'> | null> {
  const link = await readLink(db, 'invitation', secret);
  const email = link?.invitation_id ? await findInvitedAddress(db, link.invitation_id) : null;
  return email === null ? null : { email, isProven: link?.envoye_a === email };
}

/**
 * Makes an account and signs its browser in. Whether the address is known decides nothing here, so that nobody learns it: the account owns no address
 * before the address is confirmed, and what the mail says is decided when it is sent. An invitation that came by mail confirms the address.
 * @throws Refusal `trop_de_tentatives`; with an invitation `lien_invalide`, and `adresse_electronique_prise` for who reads the mail of the address;
 *   QueueFull
 */
export async function signUp(
  { db, check, sessions, limits, enqueue }: AccountServices,
  { email, password, address, userAgent, previous, passes, invitation }: SignUp,
): Promise<Opened> {
  if (await limits.count('inscription', { address, email })) throw new Refusal('trop_de_tentatives');
  const passwordHash = await check.hash(password, null);
  return inTransaction(db, async (client) => {
    const invited = invitation === null ? null : await invitedBy(client, invitation);
    if (invitation !== null && invited?.email !== email) throw new Refusal('lien_invalide');
    const isConfirmed = invited?.isProven ?? false;
    const created = await insertAccount(client, { email, passwordHash, type: 'client', isConfirmed });
    if (!created) throw new Refusal('adresse_electronique_prise');
    const account = { id: created.id, digest: passwordHash };
    const origin = { browser: browserWords(userAgent), place: placeWords(address), factor: null };
    const secret = await sessions.begin(account, previous, origin, client);
    if (secret === null) throw new Error('the account that was just made is gone');
    if (!isConfirmed) await enqueue(client, { kind: 'inscription', to: email, accountId: created.id });
    return { secret, passes: passesWith(passes, account) };
  });
}
