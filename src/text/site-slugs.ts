/** Names of sites in addresses. Pure: browsers load this too. */
import { addressWords } from './address-words.ts';

/** The longest slug, characters: what one part of a host name may have. */
export const SITE_SLUG_LENGTH = 63;

const FORM = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a site may have this slug. A word names a site by its slug or by its id, so no slug may look like an id. */
export const isSiteSlug = (slug: string): boolean => FORM.test(slug) && !ID.test(slug);

/** What people take for an address of the platform, or what it may need itself one day. */
const PLATFORM_NAMES: ReadonlySet<string> = new Set([
  ...['www', 'api', 'app', 'admin', 'administration', 'studio', 'catalogue', 'docs', 'documentation', 'aide', 'help'],
  ...[
    'support',
    'blog',
    'boutique',
    'store',
    'shop',
    'statut',
    'status',
    'sante',
    'health',
    'metrics',
    'compte',
    'comptes',
  ],
  ...[
    'connexion',
    'login',
    'inscription',
    'oubli',
    'invitation',
    'paiement',
    'facturation',
    'billing',
    'securite',
    'security',
  ],
  ...[
    'mail',
    'email',
    'courriel',
    'courrier',
    'smtp',
    'imap',
    'pop',
    'pop3',
    'mx',
    'webmail',
    'postmaster',
    'hostmaster',
  ],
  ...['webmaster', 'abuse', 'root', 'noreply', 'ns', 'ns1', 'ns2', 'dns', 'ftp', 'sftp', 'ssh', 'vpn', 'proxy', 'cdn'],
  ...['static', 'assets', 'medias', 'media', 'images', 'git', 'test', 'staging', 'dev', 'demo', 'autoconfig'],
  ...['autodiscover', 'localhost', 'wpad', 'isatap', 'vitrine'],
  // pages of the studio that stand where a site's page would
  ...['nouveau', 'cles', 'pieces'],
]);

/** Host names that the platform itself answers at (src/http/entrance.ts). */
export interface PlatformHosts {
  /** Every site has a name under it. */
  readonly sitesDomain: string;
  /** Host of the platform's own address, when it is configured. */
  readonly platformHost: string | undefined;
}

/**
 * Whether owners cannot choose this slug: it is a name of the platform, or one that browsers would show in other letters (`xn--…`). An operator
 * may still give it.
 */
export const isReservedSlug = (slug: string, { sitesDomain, platformHost }: PlatformHosts): boolean =>
  PLATFORM_NAMES.has(slug) || /^..--/.test(slug) || `${slug}.${sitesDomain}` === platformHost;

/** Longest slug that is made of a name: a number may stand behind it. */
const MADE_LENGTH = 50;
/** Of a name without a letter that an address can have. */
const NAMELESS = 'site';

/** A slug made of a name: « Café de l’Étoile » gives `cafe-de-l-etoile`. */
export function slugOfName(name: string): string {
  const words = addressWords(name.replaceAll('&', ' et ')).join('-');
  const slug = words.slice(0, MADE_LENGTH).replace(/-$/, '');
  if (slug === '') return NAMELESS;
  return isSiteSlug(slug) ? slug : `${NAMELESS}-${slug}`;
}
