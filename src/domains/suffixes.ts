import { getDomain, getPublicSuffix } from 'tldts';

/** Of names that are known to be well formed; private suffixes (`github.io`) like those of registries. */
const OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

/** Whether names of many people end like this, so that the name is nobody's: `fr`, `co.uk`, `github.io`. */
export const isPublicSuffix = (host: string): boolean => getPublicSuffix(host, OPTIONS) === host;

/** The part of a host name that its owner has registered: `exemple.fr` of `www.exemple.fr`; null of a suffix, a single label or an address. */
export const registeredDomain = (host: string): string | null => getDomain(host, OPTIONS);
