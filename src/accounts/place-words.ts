import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks of one house, one company or one machine (RFC 1918, RFC 3927, RFC 4193, RFC 4291). */
const NEAR = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  NEAR.ipv4.addSubnet(network, bits, 'ipv4');
}
// In a list of its own: `BlockList` takes every address of IPv4 for one of `::/64`, too.
for (const [network, bits] of [
  ['::', 64],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  NEAR.ipv6.addSubnet(network, bits, 'ipv6');
}
/** Groups of an IPv6 address that name the network of a house or a company. */
const SHOWN_GROUPS = 3;

/**
 * Where a network address is, in words: nobody is asked where on Earth, and the end of the address, which names one machine, is left out.
 * @param address as `PublicAddress.clientAddress` gives it: of IPv6 the network of 64 bits
 * @returns null for what is no address
 * @example placeWords('203.0.113.7') // 'adresse 203.0.113.…'
 */
export function placeWords(address: string): string | null {
  const plain = address.replace(/\/64$/, '');
  const family = isIPv4(plain) ? 'ipv4' : isIPv6(plain) ? 'ipv6' : null;
  if (family === null) return null;
  if (NEAR[family].check(plain, family)) return 'réseau local';
  const shown =
    family === 'ipv4' ? plain.slice(0, plain.lastIndexOf('.')) : plain.split(':').slice(0, SHOWN_GROUPS).join(':');
  return `adresse ${shown}${family === 'ipv4' ? '.' : ':'}…`;
}
