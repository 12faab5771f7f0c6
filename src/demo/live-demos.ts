import { answeringSlugs } from '../storage/public-sites.ts';
import type { Queryable } from '../storage/statement.ts';
import { readDemoSites } from './demo-site.ts';

/** How long an answer about the demo sites is taken for true, milliseconds. */
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
   * The slug of the site that shows a theme, or null where none answers. Nobody waits for the database: who asks too late
   * gets what was known, and the next one what is known by then.
   */
  slugOf(themeId: string): string | null {
    if (performance.now() - this.#askedAt > KEPT_MS) void this.#refresh();
    const slug = this.#slugs.get(themeId);
    return slug !== undefined && this.#answering.has(slug) ? slug : null;
  }

  async #refresh(): Promise<void> {
    this.#askedAt = performance.now();
    // Without a database no site answers for long: no link is better than one to a page of errors.
    this.#answering = new Set(await answeringSlugs(this.#db, [...this.#slugs.values()]).catch(() => []));
  }
}
