import { type IncomingHttpHeaders, validateHeaderValue } from 'node:http';
import { isOpenToAll, isProtected } from '../../../sites/visibility.ts';
import type { SiteState } from '../../../storage/public-sites.ts';
import { BROWSER_COOKIES } from '../../browser-cookie.ts';
import { isNamedBy, withoutCookies } from '../../cookies.ts';
import { SECOND_STEP_COOKIES } from '../../second-step-cookie.ts';
import { WITHOUT_PASSKEYS } from '../../security.ts';
import { SESSION_COOKIES } from '../../session-cookie.ts';
import { ACCESS_COOKIES } from '../access-cookie.ts';
import { privately } from '../visibility.ts';
import { VIA } from './loop.ts';

type Headers = Record<string, string | string[]>;

/** What concerns one connection only (RFC 9110, 7.6.1), besides what `Connection` itself names. */
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['proxy-authenticate', 'proxy-authorization', 'http2-settings'],
];
/** `Expect` is answered here; the other headers identify the caller, which only the platform may know. */
const NEVER_FORWARDED = new Set([
  ...HOP_BY_HOP,
  'expect',
  'host',
  'authorization',
  'forwarded',
  'x-real-ip',
  'x-request-id',
]);
/** `Alt-Svc` would announce another address, past the platform; the answer has its `X-Request-Id` already. */
const NEVER_RETURNED = new Set([...HOP_BY_HOP, 'alt-svc', 'x-request-id']);
const SITE_HEADER = 'x-service-site';
const PERMISSIONS = 'permissions-policy';
const OUR_COOKIES = [...SESSION_COOKIES, ...BROWSER_COOKIES, ...SECOND_STEP_COOKIES, ...ACCESS_COOKIES];

/**
 * The headers of a request to the older engine: no credentials of the platform, and forwarding headers only as the platform
 * knows them.
 * @param forwarding the `X-Forwarded-…` headers
 * @param hasBody whether a body follows
 */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  { forwarding, hasBody }: { forwarding: Readonly<Record<string, string>>; hasBody: boolean },
): Headers {
  const forwarded = endToEnd(headers, NEVER_FORWARDED);
  for (const name of Object.keys(forwarded)) if (name.startsWith('x-forwarded-')) delete forwarded[name];
  if (!hasBody) delete forwarded['content-length'];
  const cookie = withoutCookies(headers.cookie, OUR_COOKIES);
  if (cookie === undefined || !forwarded.cookie) delete forwarded.cookie;
  else forwarded.cookie = cookie;
  // The edge has set this header; a client's `Connection` header must not remove it.
  const site = headers[SITE_HEADER];
  return {
    ...forwarded,
    ...forwarding,
    ...(site !== undefined && { [SITE_HEADER]: site }),
    via: headers.via === undefined ? VIA : `${headers.via}, ${VIA}`,
  };
}

/**
 * The headers of the older engine's answer for the visitor: no cookie for other hosts or with a name of the platform, and for a
 * hidden or protected site none that allows caching or indexing.
 * @param origin the older engine's own, which visitors cannot reach
 */
export function returnedHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { origin, state }: { origin: string; state: SiteState },
): Headers {
  const returned = endToEnd(headers, NEVER_RETURNED);
  const cookies = [returned['set-cookie'] ?? []].flat().flatMap(asHostCookie);
  delete returned['set-cookie'];
  if (cookies.length > 0) returned['set-cookie'] = cookies;
  if (typeof returned.location === 'string') returned.location = withoutOrigin(returned.location, origin);
  if (!isOpenToAll(state)) delete returned['x-robots-tag'];
  if (isProtected(state)) returned['cache-control'] = privately(returned['cache-control']);
  // Of a rule that stands there twice the last one counts.
  const rules = [returned[PERMISSIONS] ?? [], WITHOUT_PASSKEYS['Permissions-Policy']].flat();
  returned[PERMISSIONS] = rules.join(', ');
  return returned;
}

/** The headers that are meant for the other end. */
function endToEnd(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  dropped: ReadonlySet<string>,
): Headers {
  const named = new Set(
    String(headers.connection ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase()),
  );
  const kept: Headers = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !dropped.has(name) && !named.has(name) && isSendable(name, value)) kept[name] = value;
  }
  return kept;
}

function isSendable(name: string, value: string | string[]): boolean {
  try {
    for (const line of [value].flat()) validateHeaderValue(name, line);
    return true;
  } catch {
    return false;
  }
}

/** A cookie for the host that sets it and for no other; null under a name of the platform's cookies. */
function asHostCookie(line: string): string[] {
  const [pair = '', ...attributes] = line.split(';');
  if (isNamedBy(pair, OUR_COOKIES)) return [];
  return [[pair, ...attributes.filter((attribute) => !/^\s*domain\s*(=|$)/i.test(attribute))].join(';')];
}

function withoutOrigin(location: string, origin: string): string {
  const url = URL.parse(location);
  return url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : location;
}
