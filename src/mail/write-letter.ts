/** Decides what a message that waits says, and to whom, in the transaction that makes its link (docs/decisions/mail.md). */
import type { PoolClient } from 'pg';
import { makeLink } from '../accounts/links.ts';
import { shownHost } from '../domains/letters.ts';
import { findAccountByEmail, isOwnedAddress, type KnownAccount, lockAccount } from '../storage/accounts.ts';
import { countAttempt } from '../storage/attempts.ts';
import { findStandingInvitation } from '../storage/mail-facts.ts';
import { holdMail, type TakenMail } from '../storage/mail-queue.ts';
import { findNamedSite } from '../storage/sites.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { ROLE_WORDS } from '../text/roles.ts';
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
    { email = null, since = null }: { email?: string | null; since?: string | null } = {},
  ) => platform.address + (await makeLink(client, { genre: kind, compte_id: id, envoye_a: to, email }, since));
  switch (genre) {
    case 'compte_supprime':
      return { letter: letters.deletedAccountLetter(platform), by: null };
    case 'invitation':
      return sayInvitation(client, mail, platform);
    case 'site_supprime':
      return sayDeletedSite(client, mail, platform);
    case 'domaine_perdu':
      return sayLostDomain(client, mail, platform);
    case 'demandes':
      return null;
  }
  if (!account) return null;
  const said = (letter: Letter): Said => ({ letter, by: account.id });
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
    case 'adresse':
      return said(letters.newAddressLetter(platform, await linkFor('adresse', account.id)));
    case 'adresse_changee': {
      const next = textOf(mail, 'nouvelle');
      // The life of the link begins with the change: a server that is slow must not make this change seem later than those that came after.
      const link = await linkFor('annulation', account.id, { email: next, since: mail.cree_le });
      return said(letters.changedAddressLetter(platform, { link, next, at: mail.cree_le }));
    }
    case 'mot_de_passe_change':
      return said(letters.changedPasswordLetter(platform));
    case 'securite': {
      const act = SECURITY_ACTS.find((known) => known === textOf(mail, 'acte'));
      // A later release may tell of more.
      if (!act) return null;
      return said(letters.securityLetter(platform, { act, name: textOf(mail, 'nom'), at: textOf(mail, 'le') }));
    }
    case 'navigateur':
      return said(letters.browserLetter(platform, { browser: textOf(mail, 'navigateur'), at: textOf(mail, 'le') }));
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
  const said = {
    ...{ site: site.nom, slug: site.slug, host: shownHost(textOf(mail, 'hote')) },
    ...{ record: textOf(mail, 'nom'), value: textOf(mail, 'valeur'), freeAt: textOf(mail, 'libre_le') },
  };
  return { letter: letters.lostDomainLetter(platform, said), by: null };
}
