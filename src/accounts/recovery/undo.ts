/** Undoes what was done to an account with its password or a session alone, for who reads its mail (docs/decisions/recovery.md). */
import type { ClientBase } from 'pg';
import { Refusal } from '../../errors.ts';
import { ofAccount } from '../../journal/doers.ts';
import { record } from '../../journal/record.ts';
import { isDeletedSince, listSitesGoingWith } from '../../storage/account-ends.ts';
import {
  findAccount,
  findAddressSince,
  type KnownAccount,
  letMarkSleep,
  lockAccount,
  type MemberRole,
  updatePasswordHash,
} from '../../storage/accounts.ts';
import { listContactsSince } from '../../storage/contacts.ts';
import { listGrants, listSitesGrantedSince } from '../../storage/grants.ts';
import { deleteHandOversSince } from '../../storage/hand-overs.ts';
import { deleteInvitationsBy, deleteInvitationsSince } from '../../storage/invitations.ts';
import { endKeysSince, type KeyInHand, listLiveKeys } from '../../storage/keys.ts';
import { deleteLinksOfAccount, markLaterUndoLinksUsed, type UndoLink } from '../../storage/links.ts';
import { dropMail } from '../../storage/mails.ts';
import * as members from '../../storage/members.ts';
import { deleteFactorsSince, hasOlderFactor, listFactorsSince } from '../../storage/second-factors.ts';
import { deleteAllSessions } from '../../storage/sessions.ts';
import { nameSites } from '../../storage/sites.ts';
import type { Queryable } from '../../storage/statement.ts';
import { allowAllNodes } from '../../storage/transaction.ts';
import { keepHeld } from '../account-end.ts';
import type { AccountServices } from '../account-services.ts';
import { moveAccount } from '../change-of-address.ts';
import { takenAddress } from '../confirmation.ts';
import { takeContactsBack } from '../contact-address.ts';
import { holdingSites } from '../held-sites.ts';
import { makeLink, readUndoLink, useUndoLink } from '../links.ts';
import { powerOf, rolesWithout, type Undone } from './roles-without.ts';

/** What no password hashes to: nobody signs in until there is a new password. */
const NO_PASSWORD = '-';

/** A role that an account has on a site once all is undone. */
interface RoleChange {
  readonly siteId: string;
  readonly accountId: string;
  readonly from: MemberRole | null;
  readonly to: MemberRole | null;
}

/**
 * What changes on a site, for the members that still have the role that they were given. An account that does not own the site all the same, because it
 * has handed the site over or another owner has taken it off, brings nobody else back: who has the site now would lose it to whom the account knows.
 */
async function changesOn(client: ClientBase, siteId: string, undone: Undone): Promise<readonly RoleChange[]> {
  const grants = await listGrants(client, siteId);
  const present = new Map((await members.listMembers(client, siteId)).map(({ compte, role }) => [compte, role]));
  const concerned = new Set(grants.map(({ accountId }) => accountId));
  const others = [...present].filter(([id, role]) => role === 'proprietaire' && !concerned.has(id)).length;
  const [as, without] = [null, undone].map((what) => rolesWithout(grants, others, what));
  const changes = [...concerned].flatMap((accountId) => {
    const [from, to] = [as?.get(accountId) ?? null, without?.get(accountId) ?? null];
    return from === to || from !== (present.get(accountId) ?? null) ? [] : [{ siteId, accountId, from, to }];
  });
  const roleThen = (id: string) => (concerned.has(id) ? without?.get(id) : present.get(id));
  const hasOwner = [...present].some(([id, role]) => role === 'proprietaire' && roleThen(id) === 'proprietaire');
  const brings = !hasOwner || roleThen(undone.accountId) === 'proprietaire';
  return changes.filter(({ accountId, from, to }) =>
    [brings, accountId === undone.accountId, powerOf(to) < powerOf(from)].some(Boolean),
  );
}

/** What a link would undo, for the page that says so before. */
export interface Outlook {
  /** Null where the account keeps its address. */
  readonly address: string | null;
  /** Names of what goes. */
  readonly factors: readonly string[];
  readonly keys: readonly string[];
  /** Sites on which roles or invitations change. */
  readonly sites: readonly string[];
  /** Contact addresses of sites that get no messages any more. */
  readonly contacts: readonly string[];
  /** Whether the account waits for its deletion, and will not any more. */
  readonly isKept: boolean;
  /** Live keys that stay unless they are ticked; none where an older factor can end keys after the sign-in, which the mailbox alone cannot. */
  readonly olderKeys: readonly KeyInHand[];
}

/** @returns null where all was undone before @throws Refusal `lien_invalide` */
export async function outlook({ db }: AccountServices, secret: string): Promise<Outlook | null> {
  const link = await readUndoLink(db, secret);
  const account = link && (await findAccount(db, link.compte_id));
  if (!account) throw new Refusal('lien_invalide');
  if (link.servi_le !== null) return null;
  const { depuis: since } = link;
  const [hasFactor, factors, keys, siteIds, contacts, isMoved, isKept] = await Promise.all([
    hasOlderFactor(db, account.id, since),
    listFactorsSince(db, account.id, since),
    listLiveKeys(db, account.id),
    listSitesGrantedSince(db, account.id, since),
    listContactsSince(db, account.id, since),
    comesBack(db, account, link),
    isDeletedSince(db, account.id, since),
  ]);
  const isOlder = ({ repose_sur: restsOn }: { readonly repose_sur: string }) => restsOn < since;
  return {
    address: isMoved ? link.envoye_a : null,
    factors,
    keys: keys.filter((key) => !isOlder(key)).map(({ nom, prefixe }) => nom ?? prefixe),
    sites: await nameSites(db, siteIds),
    contacts: contacts.map(({ address }) => address),
    isKept,
    olderKeys: hasFactor ? [] : keys.filter(isOlder),
  };
}

/**
 * Whether an account gets back the address that the link was sent to: it has another one since, and what did that rests on nothing older.
 * @throws Refusal `lien_invalide` where the account has left that address for good: who reads it has nothing to say any more
 */
async function comesBack(
  db: Queryable,
  { id, email }: Pick<KnownAccount, 'id' | 'email'>,
  { depuis: since, envoye_a: address }: UndoLink,
): Promise<boolean> {
  if (address === email) return false;
  if (((await findAddressSince(db, id)) ?? since) >= since) return true;
  throw new Refusal('lien_invalide');
}

/**
 * Undoes what a link is about. The account opens by nothing then but a new password, with a factor that is older where it has one.
 * @param keys ids of older keys that end too
 * @returns path and query of the link that gives the account a new password; null when all was undone before
 * @throws Refusal `lien_invalide`, `adresse_electronique_prise`
 */
export async function undo(
  { db }: AccountServices,
  { secret, keys }: { readonly secret: string; readonly keys: readonly string[] },
): Promise<string | null> {
  const link = await readUndoLink(db, secret);
  if (!link) throw new Refusal('lien_invalide');
  const { compte_id: accountId, depuis: since } = link;
  const held = {
    list: async (on: Queryable) => [
      ...new Set([
        ...(await listSitesGrantedSince(on, accountId, since)),
        ...(await listContactsSince(on, accountId, since)).map(({ siteId }) => siteId),
        ...(await listSitesGoingWith(on, accountId)),
      ]),
    ],
    lock: (client: ClientBase) => lockAccount(client, accountId),
  };
  return holdingSites(db, held, async (client, account, sites) => {
    await allowAllNodes(client);
    const used = await useUndoLink(client, secret);
    if (!account || used === null) throw new Refusal('lien_invalide');
    return used === 'used' ? null : undoHeld(client, account, link, { sites, keys });
  }).catch(takenAddress);
}

async function undoHeld(
  client: ClientBase,
  account: KnownAccount,
  link: UndoLink,
  { sites, keys }: { readonly sites: readonly string[]; readonly keys: readonly string[] },
): Promise<string> {
  const { id } = account;
  const { depuis: since, envoye_a: address } = link;
  if (await comesBack(client, account, link)) await moveAccount(client, account, address, link.adresse_depuis);
  await markLaterUndoLinksUsed(client, id, since);
  await updatePasswordHash(client, id, NO_PASSWORD);
  await letMarkSleep(client, id);
  await deleteAllSessions(client, id);
  await endKeysSince(client, id, { since, keys: (await hasOlderFactor(client, id, since)) ? [] : keys });
  await deleteFactorsSince(client, id, since);
  await deleteHandOversSince(client, id, since);
  await deleteLinksOfAccount(client, id, ['mot_de_passe', 'adresse', 'confirmation']);
  await dropMail(client, id, ['adresse', 'code', 'oubli']);
  await dropMail(client, id, ['adresse_changee'], since);
  for (const siteId of sites) {
    await deleteInvitationsSince(client, siteId, id, since);
    await takeContactsBack(client, siteId, id, since);
    for (const change of await changesOn(client, siteId, { accountId: id, since }))
      await setBack(client, account, change);
  }
  if (await isDeletedSince(client, id, since)) await keepHeld(client, account);
  return makeLink(client, { genre: 'mot_de_passe', compte_id: id, envoye_a: address });
}

async function setBack(
  client: ClientBase,
  { id, email }: KnownAccount,
  { siteId, accountId, from, to }: RoleChange,
): Promise<void> {
  if (to === null) await members.deleteMember(client, siteId, accountId);
  else await members.upsertMember(client, siteId, accountId, to);
  if (from === 'proprietaire') await deleteInvitationsBy(client, siteId, accountId);
  const by = ofAccount({ accountId: id, name: email });
  if (to === null) await record(client, { siteId, act: 'membre_retire', by, details: { compte: accountId } });
  else await record(client, { siteId, act: 'membre_role', by, details: { compte: accountId, role: to } });
}
