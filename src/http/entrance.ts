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

/** Decides by the host whether a request is for a site or for the platform; a malformed host counts as the platform. */
export const entranceOf = (request: IncomingMessage, options: EntranceOptions): Entrance =>
  entranceOfHost(hostHeader(request, options.trustProxy), options);

/** The same of a host, with or without a port. */
export function entranceOfHost(named: string, options: Omit<EntranceOptions, 'trustProxy'>): Entrance {
  const host = HOST.exec(named.toLowerCase())?.[1];
  if (!host || host === options.sitesDomain || host === options.platformHost || host === 'localhost' || isIP(host)) {
    return PLATFORM;
  }
  const under = host.endsWith(`.${options.sitesDomain}`) ? host.slice(0, -options.sitesDomain.length - 1) : '';
  return { kind: 'site', slug: under.includes('.') ? '' : under, host };
}

/** The host that a request names, with its port when it has one; the empty string without one. */
export function hostHeader({ headers }: Pick<IncomingMessage, 'headers'>, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers['x-forwarded-host'] : undefined;
  return (typeof forwarded === 'string' ? forwarded.split(',')[0]?.trim() : undefined) ?? headers.host ?? '';
}
