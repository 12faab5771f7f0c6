/** Stands for the nonce of one answer. */
const NONCE = "'nonce-…'";

/**
 * What pages of sites may load and run (docs/decisions/content-security-policy.md): the header that browsers get, and what the diagnostics
 * know of it.
 */
const SITE_POLICY = {
  'default-src': ["'self'"],
  'script-src': [NONCE],
  'style-src': ["'self'", NONCE],
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https:'],
  'media-src': ["'self'", 'https:'],
  'frame-src': ['https:'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'self'"],
} satisfies Record<string, readonly string[]>;

export type PolicyDirective = keyof typeof SITE_POLICY;

const [before = '', between = '', behind = ''] = Object.entries(SITE_POLICY)
  .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
  .join('; ')
  .split(NONCE.slice(1, -1));

/** The policy as a header says it. */
export const sitePolicy = (nonce: string): string => `${before}nonce-${nonce}${between}nonce-${nonce}${behind}`;

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/**
 * Whether the policy surely blocks an address, as a theme writes it.
 * @param address beginning of an address: a host of its own is taken for another one than the site's
 */
export function isBlocked(directive: PolicyDirective, address: string): boolean {
  const sources: readonly string[] = SITE_POLICY[directive];
  if (sources.includes("'none'")) return true;
  const trimmed = address.trim();
  const scheme = SCHEME.exec(trimmed)?.[1]?.toLowerCase() ?? (trimmed.startsWith('//') ? 'https' : undefined);
  // Addresses of the site itself: blocked where only other ones are named, unless those cover its scheme.
  if (scheme === undefined || scheme === 'about') return false;
  return !sources.includes(`${scheme}:`);
}

/** Whether what has the nonce passes, wherever it comes from. */
export const takesNonce = (directive: PolicyDirective): boolean =>
  (SITE_POLICY[directive] as readonly string[]).includes(NONCE);

/** Whether scripts in attributes run, and styles in them count. */
export const runsInAttributes = (kind: 'script' | 'style'): boolean => {
  const own: readonly string[] = kind === 'style' ? SITE_POLICY['style-src-attr'] : SITE_POLICY['script-src'];
  return own.includes("'unsafe-inline'");
};
