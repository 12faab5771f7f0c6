import { LRUCache } from 'lru-cache';
import { isOutOfReach, OutOfReach } from '../../storage/out-of-reach.ts';
import { findOutline, type Outline } from '../../storage/public-outline.ts';
import { contentVersion, type SiteState } from '../../storage/public-sites.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import type { DatabaseWatch } from '../database-watch.ts';
import type { Finding } from '../look-up.ts';
import { llmsTextOf } from './llms-text.ts';
import { sitemapOf } from './sitemap.ts';

/** Text of resident outlines in all, UTF-16 code units. */
const RESIDENT_UNITS = 16 * 1024 * 1024;
/** Memory of an outline besides its text, in the same unit. */
const ENTRY_UNITS = 500;

/** Placeholder for the origin of the main address; no stored text contains it. */
const ORIGIN_PLACE = '\0';

/** The descriptions of a site for programs. */
export class OutlineTexts {
  readonly #sitemap: string;
  readonly #llms: string | null;
  /** The domain that is the main address of the site; null where its subdomain is. */
  readonly domain: string | null;

  constructor(outline: Outline) {
    this.#sitemap = sitemapOf(outline, ORIGIN_PLACE);
    this.#llms = llmsTextOf(outline, ORIGIN_PLACE);
    this.domain = outline.domain;
  }

  /** @param origin of the main address */
  sitemap(origin: string): string {
    return this.#sitemap.replaceAll(ORIGIN_PLACE, origin);
  }

  /** Null when the site has no published page. */
  llms(origin: string): string | null {
    return this.#llms?.replaceAll(ORIGIN_PLACE, origin) ?? null;
  }

  /** UTF-16 code units. */
  get size(): number {
    return this.#sitemap.length + (this.#llms?.length ?? 0);
  }
}

interface Resident {
  readonly texts: OutlineTexts;
  /** Version of the site's content that they belong to, or an earlier one. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/** Outlines of sites, read once for each version of their content. While the database is away, the last one that was read is served. */
export class SiteOutlines {
  readonly #db: RolePools;
  readonly #watch: DatabaseWatch;
  readonly #resident = new LRUCache<string, Resident>({
    maxSize: RESIDENT_UNITS,
    sizeCalculation: ({ texts }) => ENTRY_UNITS + texts.size,
  });
  /** Reads in progress: a request joins one for the same version. */
  readonly #reads = new Map<string, Promise<Resident | null>>();

  /** @param db pools with the public role */
  constructor(db: RolePools, watch: DatabaseWatch) {
    this.#db = db;
    this.#watch = watch;
  }

  /**
   * The outline at the version that a look-up of its site has found.
   * @returns no answer when the site is gone
   * @throws what `isOutOfReach` recognises when the database is away and no outline of the site is resident
   */
  async find({ answer: state, verifiedAt }: Finding<SiteState>): Promise<Finding<OutlineTexts>> {
    if (!state) return { answer: null, verifiedAt };
    const { site_id: siteId } = state;
    const version = contentVersion(state);
    const resident = this.#resident.get(siteId);
    if (resident?.version === version) return { answer: resident.texts, verifiedAt };
    try {
      if (verifiedAt !== null) throw new OutOfReach('the outline is not resident');
      return { answer: (await this.#readOnce(siteId, version))?.texts ?? null, verifiedAt };
    } catch (error) {
      if (!resident || !isOutOfReach(error)) throw error;
      return { answer: resident.texts, verifiedAt: Math.min(verifiedAt ?? resident.readAt, resident.readAt) };
    }
  }

  #readOnce(siteId: string, version: string): Promise<Resident | null> {
    const key = `${siteId}\n${version}`;
    const underWay = this.#reads.get(key);
    if (underWay) return underWay;
    const read = this.#read(siteId, version).finally(() => this.#reads.delete(key));
    this.#reads.set(key, read);
    return read;
  }

  async #read(siteId: string, version: string): Promise<Resident | null> {
    this.#watch.assertPresent();
    const outline = await findOutline(this.#db, siteId);
    if (!outline) return null;
    const resident = { texts: new OutlineTexts(outline), version, readAt: Date.now() };
    // The content is read after the version: it may be newer, and is then kept under a version that nobody requests any more.
    this.#resident.set(siteId, resident);
    return resident;
  }
}
