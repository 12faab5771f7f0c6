import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** What the host of a request names, decided by the name alone. */
export type Entrance =
  | { readonly kind: 'platform' }
  /** A site, if the database knows one by this slug or this whole host. */
  | { readonly kind: 'site'; readonly slug: string; readonly host: string };

export interface EntranceOptions {
  readonly sitesDomain: string;
  /** Host of the platform's own address, when it is configured. */
  readonly platformHost: string | undefined;
  /** Whether `X-Forwarded-Host` is set by a proxy of ours. */
  readonly trustProxy: boolean;
}

const HOST = /^([a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?)\.?(?::\d{1,5})?$/;
const PLATFORM = { kind: 'platform' } as const;

/** A target in absolute form: its host, and its path and query. */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)((?:[/?][^#]*)?)$/i;
const IS_ABSOLUTE = /^https?:/i;

/**
 * Gives a request one target and one host before anything reads them: in `url` its path and query, in `Host` the host that it names, which
 * is that of an absolute target (RFC 9112, 3.2 and 3.2.2). The router, the sites and all checks go by these.
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

/** Node keeps the first of several. @param raw names and values by turns */
function hasOneHost(raw: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts < 2;
}

/** The entrances of requests that two servers ask about. */
const FOUND = Symbol('entrance');

/**
 * Decides by the host whether a request is for a site or for the platform; a malformed host counts as the platform.
 * @param request its host does not change any more
 */
export function entranceOf(request: IncomingMessage & { [FOUND]?: Entrance }, options: EntranceOptions): Entrance {
  request[FOUND] ??= entranceOfHost(hostHeader(request, options.trustProxy), options);
  return request[FOUND];
}

/** The same of a host, with or without a port. */
export function entranceOfHost(named: string, options: Omit<EntranceOptions, 'trustProxy'>): Entrance {
  const host = HOST.exec(named.toLowerCase())?.[1];
  if (!host || host === options.sitesDomain || host === options.platformHost || host === 'localhost' || isIP(host)) {
    return PLATFORM;
  }
  const under = host.endsWith(`.${options.sitesDomain}`) ? host.slice(0, -options.sitesDomain.length - 1) : '';
  return { kind: 'site', slug: under.includes('.') ? '' : under, host };
}

/**
 * The host that a request names, with its port when it has one; the empty string without one. Behind a proxy of ours it is what the proxy
 * tells: the first entry, as of the scheme. Nothing else reads a host from headers.
 */
export function hostHeader({ headers }: Pick<IncomingMessage, 'headers'>, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-host'] : undefined;
  return (typeof forwarded === 'string' && forwarded.split(',', 1)[0]?.trim()) || (headers.host ?? '');
}
