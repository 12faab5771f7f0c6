/** Which names an owner may claim for a site, and why others are refused (docs/domains.md). */
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { refusedDomain } from '../errors.ts';
import { hostNameOf, isPlatformHost } from '../sites/custom-domain.ts';
import { isLocalName } from '../text/local-names.ts';
import type { PlatformHosts } from '../text/site-slugs.ts';
import { areLettersOfOneScript, inLetters } from './letters.ts';
import { proofNameOf } from './proof.ts';
import { isPublicSuffix, registeredDomain } from './suffixes.ts';

/** The longest name of the DNS, characters. */
const LONGEST_NAME = 253;

const EMPTY = 'Écrivez un nom de domaine, comme exemple.fr.';
const NOT_ALONE = 'Écrivez le nom seul, sans page, port ni espace : exemple.fr, ou www.exemple.fr.';
const ADDRESS = 'Ceci est l’adresse d’une machine, faite de chiffres : un site a un nom, comme exemple.fr.';
const ONE_LABEL = 'Un nom de domaine a au moins un point, comme exemple.fr.';
const TOO_LONG = `Ce nom est trop long : il en faut un de ${LONGEST_NAME - proofNameOf('').length} signes au plus, et de 63 entre deux points.`;
const SIGNS =
  'Un nom de domaine est fait de lettres, de chiffres et de tirets, sans tiret au bord ni autre signe entre deux points.';
const MIXED =
  'Ce nom mélange des écritures, comme des lettres latines et cyrilliques qui se ressemblent : on le prendrait pour un autre.';
const LOCAL = 'Ce nom ne sert qu’à l’intérieur d’une machine ou d’un réseau : personne ne le trouverait.';
const SUFFIX = 'Beaucoup de noms se terminent ainsi, et cette fin n’est à aucun site : ajoutez votre nom devant.';
const PLATFORM =
  'Ce nom est celui du service, ou l’un de ceux qui l’entourent : seule la personne qui gère cette installation peut le donner à un site.';

/**
 * The host name of what an owner has typed: in lower case, letters beyond ASCII in punycode.
 * @throws Refusal `domaine_refuse` with a sentence that says why
 */
export function claimableName(typed: string, hosts: PlatformHosts): string {
  const written = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  if (written === '') throw refusedDomain(EMPTY);
  if (isIP(written.replace(/^\[|\]$/g, '')) !== 0) throw refusedDomain(ADDRESS);
  if (/[\s/\\?#@:%]/.test(written)) throw refusedDomain(NOT_ALONE);
  const parts = domainToASCII(written).replace(/\.$/, '');
  if (isIP(parts) !== 0) throw refusedDomain(ADDRESS);
  if (written.length > LONGEST_NAME || isTooLong(parts)) throw refusedDomain(TOO_LONG);
  if (!/[.\u3002\uff0e\uff61]./.test(written)) throw refusedDomain(ONE_LABEL);
  const host = hostNameOf(parts);
  const letters = host === null ? null : inLetters(host);
  if (host === null || letters === null) throw refusedDomain(SIGNS);
  if (!areLettersOfOneScript(letters)) throw refusedDomain(MIXED);
  if (isLocalName(host)) throw refusedDomain(LOCAL);
  if (isPublicSuffix(host)) throw refusedDomain(SUFFIX);
  if (isPlatformHost(host, hosts) || isAroundPlatform(host, hosts)) throw refusedDomain(PLATFORM);
  return host;
}

const isTooLong = (host: string): boolean =>
  proofNameOf(host).length > LONGEST_NAME || host.split('.').some((label) => label.length > 63);

/**
 * Whether the same person has registered a name and one of the platform's: pages at such a name may write cookies that browsers send to the
 * platform too, and ask for its passkeys.
 */
function isAroundPlatform(host: string, { sitesDomain, platformHost = sitesDomain }: PlatformHosts): boolean {
  const registered = registeredDomain(host);
  return registered !== null && [sitesDomain, platformHost].some((ours) => registeredDomain(ours) === registered);
}
