import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
/** Loaded with the first name that somebody claims: the list of suffixes takes 2 MB. */
const list = (): typeof import('tldts') => require('tldts');

/** Of names that are known to be well formed; private suffixes (`github.io`) like those of registries. */
const OPTIONS = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

/** Whether names of many people end like this, so that the name is nobody's: `fr`, `co.uk`, `github.io`. */
export const isPublicSuffix = (host: string): boolean => list().getPublicSuffix(host, OPTIONS) === host;

/** The part of a host name that its owner has registered: `exemple.fr` of `www.exemple.fr`; null of a suffix, a single label or an address. */
export const registeredDomain = (host: string): string | null => list().getDomain(host, OPTIONS);
