import { isIP, isIPv6 } from 'node:net';

/** Most servers that are asked: each one that is silent takes its time. */
const MOST = 8;

/** An IPv6 address with a port stands in brackets. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/;

/**
 * Reads the variable `DNS_SERVERS`: addresses with commas between, each perhaps with a port: `192.0.2.53,[2001:db8::53]:5353`.
 * @returns the servers as `Resolver.setServers` takes them; null when one is no address
 */
export function readDnsServers(text: string): readonly string[] | null {
  const servers = text.split(',').map((server) => serverOf(server.trim()));
  return servers.length <= MOST && servers.every((server) => server !== null) ? servers : null;
}

function serverOf(text: string): string | null {
  if (isIPv6(text)) return `[${text}]:53`;
  const [, bracketed, plain, port = '53'] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? plain ?? '';
  const isAddress = isIP(address) === (bracketed === undefined ? 4 : 6);
  if (!isAddress || Number(port) < 1 || Number(port) > 65_535) return null;
  return `${bracketed === undefined ? address : `[${address}]`}:${port}`;
}
