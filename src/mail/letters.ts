/** What each message says. Pure. */

import { unlinked } from '../text/names.ts';
import { siteOrigin } from '../text/site-origin.ts';
import type { Block, Letter } from './layout.ts';
import { oneLine } from './layout.ts';
import type { SecurityAct } from './message.ts';

/** Who speaks: the name of this installation, as its readers see it in their browsers. */
export interface Platform {
  /** Without a slash at its end. */
  readonly address: string;
  /** `SITES_DOMAIN`. */
  readonly sitesDomain: string;
}

const hostOf = ({ address }: Platform): string => new URL(address).host;

/** What somebody else has named, a site or a person, as a part of a sentence: never a link. */
const named = (text: string, longest?: number): string => unlinked(oneLine(text, longest));

const letter = (subject: string, blocks: readonly Block[], because: string): Letter => ({
  subject,
  blocks,
  because,
  replyTo: null,
});

const NOT_YOU = 'Si ce n’est pas vous, ignorez ce message : rien ne change.';
const HELLO = 'Bonjour,';

const forAccount = (platform: Platform): string =>
  `Ce message concerne un compte de ${hostOf(platform)}. Il est envoyé automatiquement.`;

export const confirmationLetter = (platform: Platform, link: string): Letter =>
  letter(
    'Confirmez votre adresse',
    [
      HELLO,
      `Un compte a été créé sur ${hostOf(platform)} avec votre adresse. Confirmez qu’elle est à vous :`,
      { link, label: 'Confirmer mon adresse' },
      'Ce lien marche une fois, pendant 7 jours.',
      'Si ce n’est pas vous, ignorez ce message : sans confirmation, ce compte ne possède pas votre adresse.',
    ],
    forAccount(platform),
  );

export const knownAddressLetter = (platform: Platform): Letter =>
  letter(
    'Vous avez déjà un compte',
    [
      HELLO,
      `Quelqu’un a voulu créer un compte sur ${hostOf(platform)} avec votre adresse. Vous en avez déjà un : connectez-vous avec lui.`,
      { link: `${platform.address}/connexion`, label: 'Se connecter' },
      'Mot de passe oublié ? Choisissez-en un autre :',
      { link: `${platform.address}/oubli`, label: 'Choisir un autre mot de passe' },
      'Si ce n’est pas vous, ignorez ce message : votre compte reste comme il est.',
    ],
    forAccount(platform),
  );

export const passwordLetter = (platform: Platform, link: string): Letter =>
  letter(
    'Un autre mot de passe',
    [
      HELLO,
      `Un autre mot de passe a été demandé pour votre compte sur ${hostOf(platform)}. Choisissez-le ici :`,
      { link, label: 'Choisir un mot de passe' },
      'Ce lien marche une fois, pendant 30 minutes.',
      NOT_YOU,
    ],
    forAccount(platform),
  );

export const newAddressLetter = (platform: Platform, link: string): Letter =>
  letter(
    'Confirmez votre nouvelle adresse',
    [
      HELLO,
      `Cette adresse doit devenir celle d’un compte sur ${hostOf(platform)}. Confirmez qu’elle est à vous :`,
      { link, label: 'Confirmer cette adresse' },
      'Ce lien marche une fois, pendant 24 heures.',
      NOT_YOU,
    ],
    forAccount(platform),
  );

/** @param code digits */
export const codeLetter = (platform: Platform, code: string): Letter =>
  letter(
    'Votre code de confirmation',
    [
      HELLO,
      `Un changement important de votre compte sur ${hostOf(platform)} attend votre confirmation. Tapez ce code dans la page qui le demande :`,
      { fields: [['Code', code.replace(/(\d{4})(?=\d)/g, '$1 ')]] },
      'Il marche une fois, pendant 15 minutes. Ne le donnez à personne : nous ne le demandons jamais autrement.',
      'Si vous n’avez rien demandé, quelqu’un connaît votre mot de passe : choisissez-en aussitôt un autre.',
      { link: `${platform.address}/oubli`, label: 'Choisir un autre mot de passe' },
    ],
    forAccount(platform),
  );

const LINK_LIFE =
  'ce lien marche une fois, pendant les 30 jours qui suivent. Il dit d’abord ce qu’il annule, met fin à toutes les sessions et vous fait choisir un autre mot de passe.';

/** The way back from an act that somebody else did. */
const notYourAct = (link: string): Block[] => [
  'Si ce n’est pas vous, reprenez votre compte :',
  { link, label: 'Reprendre mon compte' },
  `C${LINK_LIFE.slice(1)}`,
];

/** @param at when the address has changed */
export const changedAddressLetter = (
  platform: Platform,
  { link, next, at }: { link: string; next: string; at: string },
): Letter =>
  letter(
    'L’adresse de votre compte a changé',
    [
      HELLO,
      `Votre compte sur ${hostOf(platform)} a maintenant l’adresse « ${named(next, 254)} ». Si c’est vous, tout est fait.`,
      'Si ce n’est pas vous, reprenez votre compte :',
      { link, label: 'Reprendre mon compte' },
      `L’adresse a changé le ${momentText(at)} ; ${LINK_LIFE}`,
    ],
    forAccount(platform),
  );

export const changedPasswordLetter = (platform: Platform, link: string): Letter =>
  letter(
    'Votre mot de passe a changé',
    [
      HELLO,
      `Le mot de passe de votre compte sur ${hostOf(platform)} vient de changer. Si c’est vous, tout est fait.`,
      ...notYourAct(link),
    ],
    forAccount(platform),
  );

export const browserLetter = (
  platform: Platform,
  { browser, at, link }: { browser: string; at: string; link: string },
): Letter =>
  letter(
    'Connexion depuis un autre navigateur',
    [
      HELLO,
      `Quelqu’un s’est connecté à votre compte sur ${hostOf(platform)} depuis un navigateur que le compte ne connaissait pas.`,
      {
        fields: [
          ['Navigateur', named(browser)],
          ['Quand', momentText(at)],
        ],
      },
      'Si c’est vous, tout va bien.',
      ...notYourAct(link),
    ],
    forAccount(platform),
  );

/** What has happened, by act; what to do about it follows. */
const SECURITY_SENTENCES: Readonly<Record<SecurityAct, (name: string) => string>> = {
  passkey_ajoutee: (name) => `La clé d’accès « ${name} » a été ajoutée à votre compte : elle permet de s’y connecter.`,
  passkey_retiree: (name) => `La clé d’accès « ${name} » a été retirée de votre compte.`,
  generateur_ajoute: () => 'Une application qui donne des codes a été ajoutée à votre compte.',
  generateur_retire: () => 'L’application qui donnait les codes de votre compte en a été retirée.',
  codes_renouveles: () =>
    'De nouveaux codes de secours ont été créés pour votre compte ; les anciens ne marchent plus.',
  code_utilise: () => 'Un code de secours de votre compte vient de servir. Chaque code ne sert qu’une fois.',
  cle_creee: (name) => `La clé d’API « ${name} » a été créée : elle donne accès à vos sites sans mot de passe.`,
  tout_retire: () =>
    'La personne qui tient ce service a retiré toutes les clés d’accès, l’application et les codes de secours de votre compte, comme on le lui a demandé. Le mot de passe suffit de nouveau.',
};

export const securityLetter = (
  platform: Platform,
  { act, name, at, link }: { act: SecurityAct; name: string; at: string; link: string },
): Letter =>
  letter(
    'La sécurité de votre compte a changé',
    [
      HELLO,
      `${SECURITY_SENTENCES[act](named(name, 80))} C’était le ${momentText(at)}, sur ${hostOf(platform)}.`,
      'Si c’est vous, tout va bien.',
      ...notYourAct(link),
    ],
    forAccount(platform),
  );

/** @param goneAt when the account goes */
export const leavingLetter = (platform: Platform, { goneAt, link }: { goneAt: string; link: string }): Letter =>
  letter(
    'Votre compte va être supprimé',
    [
      HELLO,
      `La suppression de votre compte sur ${hostOf(platform)} vient d’être demandée. Il disparaît pour de bon le ${dayText(goneAt)}, avec les sites qui n’ont pas d’autre propriétaire.`,
      'D’ici là, connectez-vous pour le garder, ou pour en emporter l’archive :',
      { link: `${platform.address}/studio/compte`, label: 'Voir mon compte' },
      ...notYourAct(link),
    ],
    forAccount(platform),
  );

export const deletedAccountLetter = (platform: Platform): Letter =>
  letter(
    'Votre compte est supprimé',
    [
      HELLO,
      `Votre compte sur ${hostOf(platform)} est supprimé, comme vous l’avez demandé. Il n’en reste rien, et ce message est le dernier.`,
    ],
    forAccount(platform),
  );

export const invitationLetter = (
  platform: Platform,
  { link, site, from, role }: { link: string; site: string; from: string; role: string },
): Letter =>
  letter(
    `Invitation à travailler sur le site « ${named(site, 60)} »`,
    [
      HELLO,
      `${named(from, 254)} vous invite à travailler sur le site « ${named(site, 60)} », sur ${hostOf(platform)}, ${role}.`,
      { link, label: 'Voir l’invitation' },
      'Ce lien marche une fois, pendant 14 jours. Si vous n’attendiez pas cette invitation, ignorez ce message.',
    ],
    `Ce message vous est envoyé parce que ${named(from, 254)} a donné votre adresse.`,
  );

export const handOverLetter = (
  platform: Platform,
  { site, slug, from }: { site: string; slug: string; from: string },
): Letter =>
  letter(
    `Le site « ${named(site, 60)} » peut devenir le vôtre`,
    [
      HELLO,
      `${named(from, 254)} veut vous transmettre le site « ${named(site, 60)} ». Si vous l’acceptez, vous en serez propriétaire.`,
      { link: `${platform.address}/studio/${encodeURIComponent(slug)}/membres`, label: 'Répondre' },
    ],
    `Ce message vous est envoyé parce que vous êtes membre de ce site, sur ${hostOf(platform)}.`,
  );

export const deletedSiteLetter = (
  platform: Platform,
  { site, slug, by, goneAt }: { site: string; slug: string; by: string; goneAt: string },
): Letter =>
  letter(
    `Le site « ${named(site, 60)} » va être supprimé`,
    [
      HELLO,
      `${named(by, 254)} a supprimé le site « ${named(site, 60)} ». Il n’est plus en ligne, et il disparaît pour de bon le ${dayText(goneAt)}.`,
      'D’ici là, un propriétaire peut le garder, ou en emporter l’archive :',
      { link: `${platform.address}/studio/${encodeURIComponent(slug)}/ce-site`, label: 'Voir le site' },
    ],
    `Ce message vous est envoyé parce que vous êtes propriétaire de ce site, sur ${hostOf(platform)}.`,
  );

/** The page has the record: in a mail the names in it would be links. */
export const lostDomainLetter = (
  platform: Platform,
  { site, slug, host, freeAt }: { site: string; slug: string; host: string; freeAt: string },
): Letter =>
  letter(
    `Le nom ${named(host, 253)} est demandé par un autre site`,
    [
      HELLO,
      `Un autre site prouve que le nom de domaine ${named(host, 253)} est à lui, et la preuve de votre site « ${named(site, 60)} » ne se trouve plus dans le DNS. Si vous n’avez plus ce nom, il n’y a rien à faire.`,
      `S’il est encore à vous, remettez avant le ${dayText(freeAt)}, chez votre bureau d’enregistrement, l’enregistrement TXT que montre la page des noms du site, et laissez-le en place. Sinon, ce jour-là, le nom peut passer à l’autre site.`,
      { link: `${platform.address}/studio/${encodeURIComponent(slug)}/domaines`, label: 'Voir les noms du site' },
    ],
    `Ce message vous est envoyé parce que vous êtes propriétaire de ce site, sur ${hostOf(platform)}.`,
  );

export const contactLetter = (
  platform: Platform,
  { link, site, slug }: { link: string; site: string; slug: string },
): Letter =>
  letter(
    'Recevoir les messages d’un site',
    [
      HELLO,
      `Le site « ${named(site, 60)} » (${addressOf(platform, slug)}) veut vous envoyer les messages que ses visiteurs écrivent dans ses formulaires. Sans votre accord, il ne vous en envoie aucun.`,
      { link, label: 'Répondre' },
      'Si vous ne connaissez pas ce site, ignorez ce message : il n’y en aura pas d’autres.',
    ],
    `Ce message vous est envoyé parce que ce site, fait sur ${hostOf(platform)}, a donné votre adresse.`,
  );

const addressOf = ({ address: baseUrl, sitesDomain }: Platform, slug: string): string =>
  siteOrigin({ sitesDomain, baseUrl }, () => 0)({ slug, domain: null });

/** A request of a visitor, as its mail tells it. */
export interface ToldRequest {
  readonly at: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** @param requests the first ones; `more`: how many others there are @param replyTo address of the visitor, where there is one request */
export function requestsLetter(
  platform: Platform,
  {
    site,
    slug,
    requests,
    more,
    replyTo,
  }: { site: string; slug: string; requests: readonly ToldRequest[]; more: number; replyTo: string | null },
): Letter {
  const name = `« ${named(site, 60)} »`;
  const count = requests.length + more;
  const isOne = count === 1;
  const told = requests.map(
    ({ at, fields }, n): Block => ({
      title: isOne ? `Reçue le ${momentText(at)}` : `${n + 1}. Reçue le ${momentText(at)}`,
      fields,
    }),
  );
  return {
    subject: isOne ? `Une demande sur le site ${name}` : `${count} demandes sur le site ${name}`,
    blocks: [
      isOne
        ? `Un visiteur a écrit par un formulaire du site ${name}.`
        : `Des visiteurs ont écrit par les formulaires du site ${name}.`,
      ...told,
      ...(more > 0
        ? [more === 1 ? 'Une autre demande est dans le studio.' : `${more} autres demandes sont dans le studio.`]
        : []),
      ...(replyTo === null ? [] : ['Répondez à ce message pour écrire au visiteur.']),
      {
        link: `${platform.address}/studio/${encodeURIComponent(slug)}/demandes`,
        label: isOne ? 'Voir la demande' : 'Voir les demandes',
      },
    ],
    because: `Ce message vient des formulaires du site ${name}, sur ${hostOf(platform)}. Ce que les visiteurs écrivent n’a été vérifié par personne.`,
    replyTo,
  };
}

export const testLetter = (platform: Platform): Letter =>
  letter(
    'Message d’essai',
    [HELLO, `${hostOf(platform)} sait envoyer des courriels : ce message en est la preuve.`],
    'Ce message a été demandé par la personne qui tient ce service, avec « vitrine admin courriel essayer ».',
  );

const MOMENT = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' });
const DAY = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'Europe/Paris' });

const momentText = (iso: string): string => `${MOMENT.format(new Date(iso))} (heure de Paris)`;
/** A day in words, as in Paris. */
export const dayText = (iso: string): string => DAY.format(new Date(iso));
