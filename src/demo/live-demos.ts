import { answeringSlugs } from '../storage/public-sites.ts';
import type { Queryable } from '../storage/statement.ts';
import { readDemoSites } from './demo-site.ts';

/** How long an answer about the demo sites is kept, milliseconds. */
const KEPT_MS = 10_000;

/** Which of the demo sites answer to everybody: their owner may have taken one down or asked for a code. */
export class LiveDemos {
  readonly #db: Queryable;
  /** The slugs of the demo sites, by their themes' ids. */
  readonly #slugs: ReadonlyMap<string, string>;
  #answering: ReadonlySet<string> = new Set();
  #askedAt = Number.NEGATIVE_INFINITY;

  private constructor(db: Queryable, slugs: ReadonlyMap<string, string>) {
    this.#db = db;
    this.#slugs = slugs;
  }

  /** @param db speaks with the public role */
  static async open(db: Queryable): Promise<LiveDemos> {
    const sites = await readDemoSites();
    const demos = new LiveDemos(db, new Map(sites.map(({ themeId, site }) => [themeId, site.slug])));
    await demos.#refresh();
    return demos;
  }

  /**
   * The slug of the site that shows a theme; null where none answers. The answer never waits for the database: an old one is returned, and a
   * new one is read for later calls.
   */
  slugOf(themeId: string): string | null {
    if (performance.now() - this.#askedAt > KEPT_MS) void this.#refresh();
    const slug = this.#slugs.get(themeId);
    return slug !== undefined && this.#answering.has(slug) ? slug : null;
  }

  async #refresh(): Promise<void> {
    this.#askedAt = performance.now();
    // Without the database no site answers for long, so no links are shown.
    this.#answering = new Set(await answeringSlugs(this.#db, [...this.#slugs.values()]).catch(() => []));
  }
}
