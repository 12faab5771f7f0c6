/** The names of the machine that this program runs on: it answers at them as the platform, whatever the public address is. */
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';

/** How long the list of interface addresses is kept, milliseconds: an address may be added while the program runs. */
const KEPT_MS = 5_000;

const BRACKETS = /^\[(.*)\]$/;
let addresses: ReadonlySet<string> = new Set();
let readAt = Number.NEGATIVE_INFINITY;

/**
 * Whether a host is `localhost` or an address of this machine.
 * @param host an IPv6 address in brackets, as `URL` writes it
 * @param listened the variable `HOST`, which may also be an address that means all interfaces
 */
export function isOwnAddress(host: string, listened: string | undefined): boolean {
  if (host === 'localhost') return true;
  const address = BRACKETS.exec(host)?.[1] ?? host;
  const family = isIP(address);
  if (family === 0) return false;
  if (address === '::1' || address === listened || (family === 4 && address.startsWith('127.'))) return true;
  if (performance.now() - readAt > KEPT_MS) {
    const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
    addresses = new Set(own.map((entry) => entry.address));
    readAt = performance.now();
  }
  return addresses.has(address);
}

/** Whether a host is the machine's name, whole or short, or the one that it listens on. @param listened the variable `HOST` */
export function isOwnName(host: string, listened: string | undefined): boolean {
  const name = hostname().toLowerCase();
  return host === name || host === name.split('.', 1)[0] || host === listened?.toLowerCase();
}
