import { isRecord } from '../json.ts';

/** Places of a house in social networks. Pure: browsers load this too. */

/** The networks, in the order in which they are shown; the id is the name of the setting. */
export const NETWORKS = [
  { id: 'facebook', name: 'Facebook' },
  { id: 'instagram', name: 'Instagram' },
  { id: 'linkedin', name: 'LinkedIn' },
  { id: 'youtube', name: 'YouTube' },
  { id: 'tiktok', name: 'TikTok' },
  { id: 'pinterest', name: 'Pinterest' },
  { id: 'x', name: 'X' },
  { id: 'threads', name: 'Threads' },
  { id: 'mastodon', name: 'Mastodon' },
  { id: 'bluesky', name: 'Bluesky' },
  { id: 'whatsapp', name: 'WhatsApp' },
  { id: 'google', name: 'Google' },
] as const;
export type NetworkId = (typeof NETWORKS)[number]['id'];

export interface Network {
  readonly id: NetworkId;
  readonly name: string;
  /** Begins with `https:`. */
  readonly address: string;
}

/** Longest address, UTF-16 code units. */
const ADDRESS_UNITS = 500;

/** What is wrong with the address of a network; null for one that a link may lead to, and for none. */
export function networkProblem(typed: string): string | null {
  return typed.trim() === '' || addressOf(typed) !== null
    ? null
    : 'L’adresse commence par « https:// », sans mot de passe.';
}

/** The networks of a stored tab; what is no address is left out. */
export function readNetworks(stored: unknown): Network[] {
  if (!isRecord(stored)) return [];
  return NETWORKS.flatMap(({ id, name }) => {
    const address = Object.hasOwn(stored, id) ? addressOf(stored[id]) : null;
    return address === null ? [] : [{ id, name, address }];
  });
}

/** As the URL parser writes it; null for what is no `https:` address, or names a user. */
function addressOf(stored: unknown): string | null {
  if (typeof stored !== 'string' || stored.length > ADDRESS_UNITS) return null;
  if (/[\s\p{Cc}\\]/u.test(stored.trim())) return null;
  const url = URL.parse(stored.trim());
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || !url.hostname.includes('.'))
    return null;
  return url.href;
}
