import { LRUCache } from 'lru-cache';
import type { SiteAddress, SiteState } from '../storage/public-sites.ts';
import type { Finding, Memory } from './look-up.ts';

const REMEMBERED_HOSTS = 50_000;

/** The last known states of sites, by host: null for a host that names none. */
export class SiteMemory implements Memory<SiteAddress, SiteState> {
  readonly #hosts = new LRUCache<string, Finding<SiteState>>({ max: REMEMBERED_HOSTS });

  noteServed({ host }: SiteAddress, answer: SiteState | null, now: number): void {
    this.#hosts.set(host, { answer, verifiedAt: now });
  }

  /** Ids of the sites that answered at these addresses. */
  sitesAt(addresses: readonly SiteAddress[]): string[] {
    return addresses.flatMap((address) => this.recall(address)?.answer?.site_id ?? []);
  }

  recall({ host }: SiteAddress): Finding<SiteState> | null {
    return this.#hosts.get(host) ?? null;
  }
}
