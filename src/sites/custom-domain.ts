import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { PlatformHosts } from '../text/site-slugs.ts';

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?=.{1,253}$)${LABEL}(\\.${LABEL})+$`);

/**
 * The host name that visitors' browsers send for a domain: lower case, international labels in punycode.
 * @returns null for anything but a domain name, such as an IP address
 */
export function hostNameOf(domain: string): string | null {
  // Parts of an address that the conversion would cut off in silence.
  if (/[\s/\\?#@:%]/.test(domain)) return null;
  const host = domainToASCII(domain).replace(/\.$/, '');
  return DOMAIN.test(host) && isIP(host) === 0 ? host : null;
}

/** Whether a host name belongs to the platform, so that no site can have it as its own. */
export const isPlatformHost = (host: string, { sitesDomain, platformHost }: PlatformHosts): boolean =>
  host === platformHost || [sitesDomain, 'localhost'].some((ours) => host === ours || host.endsWith(`.${ours}`));
