import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import type { OfflineKind } from '../storage/offline-sites.ts';
import type { SiteAddress, SiteState } from '../storage/public-sites.ts';
import type { Finding, Memory } from './look-up.ts';

const REMEMBERED_HOSTS = 50_000;

/** The last known states of sites by host, null for a host without a site. A site that is off is off at all its hosts. */
export class SiteMemory implements Memory<SiteAddress, SiteState> {
  readonly #hosts = new LRUCache<string, Finding<SiteState>>(atMost(REMEMBERED_HOSTS));
  /** By the site's id. */
  readonly #offline = new LRUCache<string, OfflineKind>(atMost(REMEMBERED_HOSTS));

  noteServed({ host }: SiteAddress, answer: SiteState | null, now: number): void {
    this.#hosts.set(host, { answer, verifiedAt: now });
    if (!answer) return;
    if (answer.hors_ligne !== null) this.#offline.set(answer.site_id, answer.hors_ligne);
    else if (this.#offline.size > 0) this.#offline.delete(answer.site_id);
  }

  /** Ids of the sites that answered at these addresses. */
  sitesAt(addresses: readonly SiteAddress[]): string[] {
    return addresses.flatMap((address) => this.recall(address)?.answer?.site_id ?? []);
  }

  recall({ host }: SiteAddress): Finding<SiteState> | null {
    const known = this.#hosts.get(host);
    if (!known) return null;
    const hors_ligne = known.answer && this.#offline.get(known.answer.site_id);
    return hors_ligne ? { ...known, answer: { ...(known.answer as SiteState), hors_ligne } } : known;
  }
}
