import { isIP } from 'node:net';

/** Who asks for passkeys, as browsers check it. */
export interface RelyingParty {
  /** The host to which passkeys are bound. */
  readonly id: string;
  /** The only origin whose pages may use them. */
  readonly origin: string;
}

/** Algorithms of passkeys as COSE counts them, the preferred one first: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257];

/** The names of this machine, to which browsers give what else needs https. */
const OWN_MACHINE = /^(?:.+\.)?localhost$/;

/**
 * The relying party of an installation: exactly the origin of its address, because sites may be below its host.
 * @returns null where browsers refuse passkeys: over http but with the machine itself, at a number instead of a name, or where the address is not known
 */
export function relyingPartyOf(address: string | undefined): RelyingParty | null {
  const url = address === undefined ? null : URL.parse(address);
  if (!url) return null;
  const { hostname, origin, protocol } = url;
  if (isIP(hostname) !== 0 || hostname.startsWith('[') || hostname.endsWith('.')) return null;
  if (protocol !== 'https:' && !OWN_MACHINE.test(hostname)) return null;
  return { id: hostname, origin };
}
