import { LRUCache } from 'lru-cache';
import type { Address, AddressState } from '../storage/public-pages.ts';
import type { Finding, Memory } from './look-up.ts';

const REMEMBERED_HOSTS = 50_000;
const REMEMBERED_PAGES = 50_000;
/** Text of remembered pages in all, UTF-16 code units. */
const PAGES_UNITS = 32 * 1024 * 1024;
/** What an entry weighs besides its text, in the same unit. */
const ENTRY_UNITS = 100;

interface KnownHost {
  /** Null when the host names no site. */
  readonly site: Omit<AddressState, 'page'> | null;
  readonly verifiedAt: number;
}

interface KnownPage {
  readonly siteId: string;
  /** Version of the content that the page belongs to. */
  readonly version: string;
  readonly page: AddressState['page'];
  verifiedAt: number;
}

/**
 * The last known states of addresses. Site and page are kept apart: all pages of a site are recalled with its latest theme,
 * which is the one that is resident. A page that does not exist is not kept, so that nobody can fill the memory by guessing.
 */
export class AddressMemory implements Memory<Address, AddressState> {
  readonly #hosts = new LRUCache<string, KnownHost>({ max: REMEMBERED_HOSTS });
  readonly #pages = new LRUCache<string, KnownPage>({
    max: REMEMBERED_PAGES,
    maxSize: PAGES_UNITS,
    sizeCalculation: ({ page }) => ENTRY_UNITS + (page ? page.titre.length + page.contenu.length : 0),
  });

  noteServed(address: Address, state: AddressState | null, now: number): void {
    if (!state) {
      this.#hosts.set(address.host, { site: null, verifiedAt: now });
      return;
    }
    const { page, ...site } = state;
    this.#hosts.set(address.host, { site, verifiedAt: now });
    if (address.page === null) return;
    const key = addressKey(address);
    if (page === null && address.page !== '') {
      this.#pages.delete(key);
      return;
    }
    const known = this.#pages.get(key);
    if (known?.siteId === site.site_id && known.version === site.contenu_maj_le) known.verifiedAt = now;
    else this.#pages.set(key, { siteId: site.site_id, version: site.contenu_maj_le, page, verifiedAt: now });
  }

  recall(address: Address): Finding<AddressState> | null {
    const host = this.#hosts.get(address.host);
    if (!host) return null;
    const { site, verifiedAt } = host;
    if (!site) return { answer: null, verifiedAt };
    if (address.page === null) return { answer: { ...site, page: null }, verifiedAt };
    const known = this.#pages.get(addressKey(address));
    if (known?.siteId !== site.site_id) return null;
    return { answer: { ...site, page: known.page }, verifiedAt: known.verifiedAt };
  }
}

/** One key for one answer; no host or slug has a line break. */
export const addressKey = ({ host, page }: Address): string => `${host}\n${page ?? '\n'}`;
