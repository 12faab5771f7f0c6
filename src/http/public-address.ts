import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import type { Config } from '../config.ts';
import { Refusal } from '../errors.ts';
import { hostHeader } from './entrance.ts';

type Headers = Pick<IncomingMessage, 'headers'>;

/** Whose page has sent a request: one of the same origin, another one, or no header says it. */
export type Sender = 'same' | 'other' | 'unknown';

/** Address of the platform for a browser on this machine. @param host address that is listened on @param port TCP port */
export const localAddress = (host: string, port: number): string =>
  `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`;

/** How the platform is reached from outside, as far as the configuration and a request tell. */
export class PublicAddress {
  readonly #base: URL | undefined;
  readonly #trustProxy: boolean;

  constructor({ baseUrl, trustProxy }: Pick<Config, 'baseUrl' | 'trustProxy'>) {
    this.#base = baseUrl === undefined ? undefined : new URL(baseUrl);
    this.#trustProxy = trustProxy;
  }

  /** Whether the browser spoke https. */
  isHttps({ headers }: Headers): boolean {
    if (this.#base?.protocol === 'https:') return true;
    return this.#trustProxy && listed(headers['x-forwarded-proto'])[0] === 'https';
  }

  /** The name of this installation as its people see it in their browsers: the host, without a port. */
  nameFor(request: Headers): string {
    return (this.#base?.hostname ?? hostHeader(request, this.#trustProxy).replace(/:\d+$/, '')).slice(0, 253);
  }

  /**
   * Scheme, host and port by which a visitor reached a site.
   * @param host the name that the request was found to be for
   */
  originOf(request: Headers, host: string): string {
    const scheme = this.isHttps(request) ? 'https' : 'http';
    const port = /:\d+$/.exec(hostHeader(request, this.#trustProxy))?.[0] ?? '';
    // The URL parser leaves out the port that the scheme has anyway, and takes none that does not exist.
    return URL.parse(`${scheme}://${host}${port}`)?.origin ?? `${scheme}://${host}`;
  }

  /** Whose page has sent a request, by what its browser says: pages of other sites, and of the themes that are served here, may send requests too. */
  senderOf(request: Headers): Sender {
    const { 'sec-fetch-site': relation, origin } = request.headers;
    if (relation !== undefined) return relation === 'same-origin' || relation === 'none' ? 'same' : 'other';
    if (origin === undefined) return 'unknown';
    return this.#isOwn(origin, request) ? 'same' : 'other';
  }

  /**
   * @param unknown what becomes of a request of an unknown sender: refused where a session begins or is used, except a login in JSON; allowed
   *   elsewhere, because programs and old browsers send no header
   */
  isSameOrigin(request: Headers, unknown: 'allowed' | 'refused'): boolean {
    const sender = this.senderOf(request);
    return sender === 'unknown' ? unknown === 'allowed' : sender === 'same';
  }

  /** The same. @throws Refusal `origine_refusee` */
  assertSameOrigin(request: Headers, unknown: 'allowed' | 'refused'): void {
    if (!this.isSameOrigin(request, unknown)) throw new Refusal('origine_refusee');
  }

  /** The client's network address; of an IPv6 address the network of 64 bits, which is what one client has. */
  clientAddress({ headers, socket }: Headers & Pick<IncomingMessage, 'socket'>): string {
    // The last entry is the one that our own proxy wrote.
    const forwarded = this.#trustProxy ? listed(headers['x-forwarded-for']).at(-1) : undefined;
    return clientNetwork(forwarded ?? socket.remoteAddress ?? '');
  }

  /** The client's network address itself, for logs: nothing that a header says is told that is no address. */
  clientIp({ headers, socket }: Headers & Pick<IncomingMessage, 'socket'>): string {
    const forwarded = this.#trustProxy ? listed(headers['x-forwarded-for']).at(-1) : undefined;
    const told = forwarded !== undefined && isIP(forwarded) ? forwarded : (socket.remoteAddress ?? '');
    return told.replace(MAPPED_IPV4, '');
  }

  /** The forwarding headers for a server behind this one; the client's own values are not used. */
  forwarding(request: Headers & Pick<IncomingMessage, 'socket'>): Readonly<Record<string, string>> {
    const { headers, socket } = request;
    const before = this.#trustProxy ? listed(headers['x-forwarded-for']) : [];
    const own = (socket.remoteAddress ?? '').replace(MAPPED_IPV4, '');
    return {
      'x-forwarded-for': [...before, own].join(', '),
      'x-forwarded-host': hostHeader(request, this.#trustProxy),
      'x-forwarded-proto': this.isHttps(request) ? 'https' : 'http',
    };
  }

  #isOwn(origin: string, request: Headers): boolean {
    const claimed = URL.parse(origin);
    if (!claimed || (claimed.protocol !== 'https:' && (claimed.protocol !== 'http:' || this.isHttps(request)))) {
      return false;
    }
    if (claimed.origin === this.#base?.origin) return true;
    const own = URL.parse(`${claimed.protocol}//${hostHeader(request, this.#trustProxy)}`);
    return own?.origin === claimed.origin;
  }
}

/** The entries of a header that proxies add to, the client's side first. */
const listed = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');

/** Whether an address of `clientAddress` is this machine's own: its proxy, or what a proxy asks by itself. */
export const isLoopback = (clientAddress: string): boolean => /^127\.|^0:0:0:0::\/64$/.test(clientAddress);

const MAPPED_IPV4 = /^::ffff:(?=[\d.]+$)/;

function clientNetwork(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(MAPPED_IPV4, '');
  if (!isIPv6(plain)) return plain;
  // The URL parser writes every form of an address in one way.
  const [before = '', after] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [head, tail] = [groups(before), groups(after)];
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}
