import { LRUCache } from 'lru-cache';
import { OutOfReach } from '../storage/out-of-reach.ts';
import type { Pool } from '../storage/pool.ts';
import type { SiteState } from '../storage/public-sites.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { FreshnessProbe } from './freshness.ts';
import { loadViews, type ViewQuestion } from './load-views.ts';
import type { Finding } from './look-up.ts';
import { type View, type ViewContent, viewKey } from './views.ts';

/** Text of resident views in all, UTF-16 code units. */
const RESIDENT_UNITS = 32 * 1024 * 1024;
/** What a view weighs besides its text, in the same unit. */
const ENTRY_UNITS = 500;

interface Resident {
  readonly content: ViewContent;
  /** Version of the site's content that it belongs to, or an earlier one. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/**
 * What the views of sites show, read once per version of their content. A view that shows nothing is not kept, so that nobody
 * can fill the memory by guessing.
 */
export class SiteViews {
  readonly #reads: FreshnessProbe<ViewQuestion, ViewContent>;
  readonly #resident = new LRUCache<string, Resident>({
    maxSize: RESIDENT_UNITS,
    sizeCalculation: ({ content }) => ENTRY_UNITS + unitsOf(content),
  });

  /** @param db a pool with the public role */
  constructor(db: Pool, watch: DatabaseWatch) {
    this.#reads = new FreshnessProbe(
      (questions) => watch.attempt(() => loadViews(db, questions)),
      ({ siteId, version, view }) => `${viewKey(siteId, view)}\n${version}`,
    );
  }

  /**
   * What a view shows at the version that a look-up of its site has found; when the site itself had to be recalled, the last
   * that was read.
   * @throws what `isOutOfReach` recognises when the database is away and the view is not resident
   */
  async find({ answer: state, verifiedAt }: Finding<SiteState>, view: View | null): Promise<Finding<ViewContent>> {
    if (!state || !view) return { answer: null, verifiedAt };
    const { site_id: siteId, contenu_maj_le: version } = state;
    const key = viewKey(siteId, view);
    const resident = this.#resident.get(key);
    if (resident?.version === version) return { answer: resident.content, verifiedAt };
    if (verifiedAt !== null) {
      if (!resident) throw new OutOfReach('the view is not resident');
      return { answer: resident.content, verifiedAt: Math.min(verifiedAt, resident.readAt) };
    }
    const content = await this.#reads.lookUp({ siteId, version, view });
    // Read after the version was: what was written in between is newer, under a version that is asked for no more.
    if (content) this.#resident.set(key, { content, version, readAt: Date.now() });
    else this.#resident.delete(key);
    return { answer: content, verifiedAt };
  }
}

function unitsOf({ page, article, blog }: ViewContent): number {
  return JSON.stringify([page, article, blog]).length;
}
