/** Decides what a message that waits says, and to whom, in the transaction that makes its link (docs/decisions/mail.md). */
import type { PoolClient } from 'pg';
import { makeLink } from '../accounts/links.ts';
import { makeCode } from '../accounts/proof/mailed-code.ts';
import { shownHost } from '../domains/letters.ts';
import {
  findAccountByEmail,
  findAddressSince,
  isOwnedAddress,
  type KnownAccount,
  lockAccount,
} from '../storage/accounts.ts';
import { countAttempt } from '../storage/attempts.ts';
import type { Backing } from '../storage/backing.ts';
import { findHandOver } from '../storage/hand-overs.ts';
import { findStandingInvitation } from '../storage/mail-facts.ts';
import { holdMail, type TakenMail } from '../storage/mail-queue.ts';
import { findNamedSite } from '../storage/sites.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { ROLE_WORDS } from '../text/roles.ts';
import { writeContactLetter } from './contact.ts';
import type { Letter } from './layout.ts';
import * as letters from './letters.ts';
import { SECURITY_ACTS } from './message.ts';
import { writeRequestsLetter } from './requests-letter.ts';
import type { Written } from './written.ts';

/** Messages of one kind within a day: to one address, and of one account. */
const TO_ONE_ADDRESS = 20;
const OF_ONE_ACCOUNT = 50;

const NOTHING: Written = { kind: 'nothing' };

/** Puts a message into words that this process has taken. */
export async function writeLetter(client: PoolClient, mail: TakenMail, platform: letters.Platform): Promise<Written> {
  // Every act takes the account before its links and its mail.
  const account = await accountOf(client, mail);
  if (!(await holdMail(client, mail))) return NOTHING;
  if (mail.genre === 'demandes') return writeRequestsLetter(client, mail, platform);
  if (mail.genre === 'contact') return writeContactLetter(client, mail, platform);
  const said = await say(client, mail, account, platform);
  if (said === null) return NOTHING;
  const limit = mail.essais > 1 ? null : await limitOf(client, mail, said.by);
  if (limit !== null) return { kind: 'nothing', limit };
  return { kind: 'letter', letter: said.letter, to: [mail.destinataire], id: mail.id, told: null };
}

async function accountOf(client: PoolClient, mail: TakenMail): Promise<KnownAccount | null> {
  const id = mail.genre === 'oubli' ? (await findAccountByEmail(client, mail.destinataire))?.id : mail.compte_id;
  return id ? lockAccount(client, id) : null;
}

/** Counts a message once, at its first attempt. */
async function limitOf(client: PoolClient, { genre, destinataire }: TakenMail, by: string | null) {
  if ((await countAttempt(client, 'courriel', fingerprintOf(`${genre} a ${destinataire}`))) > TO_ONE_ADDRESS)
    return 'destinataire';
  if (by !== null && (await countAttempt(client, 'courriel', fingerprintOf(`${genre} de ${by}`))) > OF_ONE_ACCOUNT)
    return 'compte';
  return null;
}

interface Said {
  readonly letter: Letter;
  /** The account that the message counts for. */
  readonly by: string | null;
}

const textOf = (mail: TakenMail, name: string): string => String(mail.donnees[name] ?? '');

async function say(
  client: PoolClient,
  mail: TakenMail,
  account: KnownAccount | null,
  platform: letters.Platform,
): Promise<Said | null> {
  const { genre, destinataire: to } = mail;
  const linkFor = async (
    kind: 'confirmation' | 'mot_de_passe' | 'adresse' | 'annulation',
    id: string,
    {
      email = null,
      since = null,
      backing = null,
    }: { email?: string | null; since?: string | null; backing?: Backing } = {},
  ) =>
    platform.address +
    (await makeLink(client, { genre: kind, compte_id: id, envoye_a: to, email, appui_le: backing }, since));
  switch (genre) {
    case 'compte_supprime':
      if (mail.compte_id !== null) break;
      return { letter: letters.deletedAccountLetter(platform), by: null };
    case 'invitation':
      return sayInvitation(client, mail, platform);
    case 'site_supprime':
      return sayDeletedSite(client, mail, platform);
    case 'domaine_perdu':
      return sayLostDomain(client, mail, platform);
    case 'demandes':
    case 'contact':
      return null;
  }
  if (!account) return null;
  const said = (letter: Letter): Said => ({ letter, by: account.id });
  // From the act on: a server that is slow must not make it seem later than the acts that came after.
  const undoLink = async (email: string | null = null) => {
    const stood = account.email === to ? await findAddressSince(client, account.id) : textOf(mail, 'depuis') || null;
    return linkFor('annulation', account.id, { email, since: mail.cree_le, backing: stood });
  };
  switch (genre) {
    case 'inscription':
      if (account.isConfirmed || account.email !== to) return null;
      return said(
        (await isOwnedAddress(client, to))
          ? letters.knownAddressLetter(platform)
          : letters.confirmationLetter(platform, await linkFor('confirmation', account.id)),
      );
    case 'oubli':
      if (account.email !== to) return null;
      return said(letters.passwordLetter(platform, await linkFor('mot_de_passe', account.id)));
    case 'adresse': {
      const backing = textOf(mail, 'appui') || null;
      return said(letters.newAddressLetter(platform, await linkFor('adresse', account.id, { backing })));
    }
    case 'code':
      if (account.email !== to || !account.isConfirmed) return null;
      return said(letters.codeLetter(platform, await makeCode(client, account.id, textOf(mail, 'lien'))));
    case 'adresse_changee': {
      const next = textOf(mail, 'nouvelle');
      return said(letters.changedAddressLetter(platform, { link: await undoLink(next), next, at: mail.cree_le }));
    }
    case 'transmission':
      return sayHandOver(client, mail, account, platform);
    case 'mot_de_passe_change':
      return said(letters.changedPasswordLetter(platform, await undoLink()));
    case 'securite': {
      const act = SECURITY_ACTS.find((known) => known === textOf(mail, 'acte'));
      // A later release may tell of more.
      if (!act) return null;
      const told = { act, name: textOf(mail, 'nom'), at: textOf(mail, 'le') };
      return said(letters.securityLetter(platform, { ...told, link: await undoLink() }));
    }
    case 'compte_supprime':
      // Kept since.
      if (account.efface_le === null) return null;
      return said(letters.leavingLetter(platform, { goneAt: account.efface_le, link: await undoLink() }));
    case 'navigateur': {
      const told = { browser: textOf(mail, 'navigateur'), at: textOf(mail, 'le') };
      return said(letters.browserLetter(platform, { ...told, link: await undoLink() }));
    }
  }
}

async function sayInvitation(client: PoolClient, mail: TakenMail, platform: letters.Platform): Promise<Said | null> {
  const { invitation_id: id, destinataire: to } = mail;
  const invitation = id === null ? null : await findStandingInvitation(client, id);
  if (id === null || invitation?.email !== to) return null;
  const link = platform.address + (await makeLink(client, { genre: 'invitation', invitation_id: id, envoye_a: to }));
  const { site, role, invite_par: by } = invitation;
  const said = { link, site, from: textOf(mail, 'de'), role: `comme ${ROLE_WORDS[role].toLowerCase()}` };
  return { letter: letters.invitationLetter(platform, said), by };
}

async function sayHandOver(
  client: PoolClient,
  mail: TakenMail,
  { id }: KnownAccount,
  platform: letters.Platform,
): Promise<Said | null> {
  const { site_id: siteId } = mail;
  const [site, asked] =
    siteId === null ? [null, null] : [await findNamedSite(client, siteId), await findHandOver(client, siteId)];
  // Taken back since.
  if (!site || asked?.to !== id) return null;
  const said = { site: site.nom, slug: site.slug, from: textOf(mail, 'de') };
  return { letter: letters.handOverLetter(platform, said), by: asked.from };
}

async function sayDeletedSite(client: PoolClient, mail: TakenMail, platform: letters.Platform): Promise<Said | null> {
  const site = mail.site_id === null ? null : await findNamedSite(client, mail.site_id);
  // Kept since.
  if (!site?.efface_le) return null;
  const said = { site: site.nom, slug: site.slug, by: textOf(mail, 'par'), goneAt: site.efface_le };
  return { letter: letters.deletedSiteLetter(platform, said), by: null };
}

async function sayLostDomain(client: PoolClient, mail: TakenMail, platform: letters.Platform): Promise<Said | null> {
  const site = mail.site_id === null ? null : await findNamedSite(client, mail.site_id);
  if (!site) return null;
  const [host, freeAt] = [shownHost(textOf(mail, 'hote')), textOf(mail, 'libre_le')];
  const said = { site: site.nom, slug: site.slug, host, freeAt };
  return { letter: letters.lostDomainLetter(platform, said), by: null };
}
