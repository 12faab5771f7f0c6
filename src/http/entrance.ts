import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isOwnAddress, isOwnName } from './own-names.ts';

/** Who answers at a host, decided by the name alone (docs/decisions/addresses.md). */
export type Entrance =
  | { readonly kind: 'platform' }
  /** Nobody answers at this host. */
  | { readonly kind: 'nowhere' }
  /** A site, if the database knows one by this slug or this whole host. */
  | { readonly kind: 'site'; readonly slug: string; readonly host: string };

export interface EntranceOptions {
  readonly sitesDomain: string;
  /** Host of the platform's own address, when it is configured: then the platform answers there and at this machine's own names only. */
  readonly platformHost: string | undefined;
  /** The variable `HOST`. */
  readonly ownHost?: string | undefined;
  /** Whether `X-Forwarded-Host` is set by a proxy of ours. */
  readonly trustProxy: boolean;
}

const HOST = /^([a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?)\.?(?::\d{1,5})?$/;
const IPV6 = /^(\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;
const PLATFORM = { kind: 'platform' } as const;
const NOWHERE = { kind: 'nowhere' } as const;

/** A target in absolute form: its host, and its path and query. */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)((?:[/?][^#]*)?)$/i;
const IS_ABSOLUTE = /^https?:/i;

/**
 * Gives a request one target and one host before other code reads it: `url` gets its path and query, `Host` the host that it names, which is
 * that of an absolute target (RFC 9112, 3.2 and 3.2.2). The router, the sites and all checks read these two.
 * @returns false when it does not name one host
 */
export function settleTarget(request: IncomingMessage): boolean {
  if (!hasOneHost(request.rawHeaders)) return false;
  const { url = '', headers } = request;
  if (url.startsWith('/') || !IS_ABSOLUTE.test(url)) return true;
  const [, host, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) return false;
  headers.host = host;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  return true;
}

/** Whether there is at most one `Host` header: Node would keep the first. @param raw names and values by turns */
function hasOneHost(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts < 2;
}

/** Where a request keeps its entrance: two servers ask for it. */
const FOUND = Symbol('entrance');

/**
 * Decides by the host whether a request is for a site or for the platform. Without an address of the platform, the platform answers at every
 * host that can be no site, a malformed one too.
 * @param request its host does not change any more
 */
export function entranceOf(request: IncomingMessage & { [FOUND]?: Entrance }, options: EntranceOptions): Entrance {
  request[FOUND] ??= entranceOfHost(hostHeader(request, options.trustProxy), options);
  return request[FOUND];
}

/** `entranceOf` for a host, with or without a port. */
export function entranceOfHost(named: string, options: Omit<EntranceOptions, 'trustProxy'>): Entrance {
  const { sitesDomain, platformHost, ownHost } = options;
  const written = named.toLowerCase();
  const host = HOST.exec(written)?.[1];
  if (platformHost !== undefined) {
    const name = host ?? addressIn(written);
    // A request of HTTP/1.0 has no host: a proxy may ask for an instance's health with one.
    if (name === platformHost || written === '' || (name && isOwnAddress(name, ownHost))) return PLATFORM;
    if (!host || host === sitesDomain || isIP(host)) return NOWHERE;
  } else if (!host || host === sitesDomain || host === 'localhost' || isIP(host)) {
    return PLATFORM;
  }
  const under = host.endsWith(`.${sitesDomain}`) ? host.slice(0, -sitesDomain.length - 1) : '';
  return { kind: 'site', slug: under.includes('.') ? '' : under, host };
}

/** Whether the platform answers at a host at which no site was found. A site is asked first: it may have the machine's name as its domain. */
export const isPlatformWithoutSite = (
  named: Entrance,
  { platformHost, ownHost }: Pick<EntranceOptions, 'platformHost' | 'ownHost'>,
): boolean => platformHost === undefined || (named.kind === 'site' && isOwnName(named.host, ownHost));

/** An IPv6 address as `URL` writes it. */
const addressIn = (written: string): string | undefined => {
  const address = IPV6.exec(written)?.[1];
  return address && URL.parse(`http://${address}`)?.hostname;
};

/**
 * The host that a request names, with its port when it has one; empty without one. Behind a proxy of ours it is the first entry of
 * `X-Forwarded-Host`. No other code reads a host from headers.
 */
export function hostHeader({ headers }: Pick<IncomingMessage, 'headers'>, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-host'] : undefined;
  return (typeof forwarded === 'string' && forwarded.split(',', 1)[0]?.trim()) || (headers.host ?? '');
}
