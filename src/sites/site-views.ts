import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { OutOfReach } from '../storage/out-of-reach.ts';
import { contentVersion, type SiteState } from '../storage/public-sites.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { FreshnessProbe } from './freshness.ts';
import type { LinkEditor } from './link-editor.ts';
import { ViewLoader, type ViewQuestion } from './load-views.ts';
import type { Finding } from './look-up.ts';
import { type View, type ViewContent, viewKey } from './views.ts';

/** Text of resident views in all, UTF-16 code units. */
const RESIDENT_UNITS = 32 * 1024 * 1024;
/** Memory of a view besides its text, in the same unit. */
const ENTRY_UNITS = 500;

/** How many lists, articles and feeds one statement reads: even the longest ones must arrive well before the visitors' deadline. */
const READ_AT_ONCE = 16;

interface Resident {
  readonly content: ViewContent;
  /** The content is of this version of the site's content, or of a later one. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/**
 * The contents of views, read once for each version of their site's content. A view that does not exist is not kept, so that nobody
 * can fill the memory by guessing addresses.
 */
export class SiteViews {
  readonly #pages: FreshnessProbe<ViewQuestion, ViewContent>;
  /** Separate from pages, so that pages do not wait for them. */
  readonly #blogs: FreshnessProbe<ViewQuestion, ViewContent>;
  readonly #links: LinkEditor;
  /** Articles whose links are being edited, by view and version; all requests share one edit. */
  readonly #edited = new Map<string, Promise<ViewContent>>();
  readonly #resident = new LRUCache<string, Resident>({
    maxSize: RESIDENT_UNITS,
    sizeCalculation: ({ content }) => ENTRY_UNITS + unitsOf(content),
  });

  /** @param db pools with the public role */
  constructor(db: RolePools, watch: DatabaseWatch, links: LinkEditor) {
    this.#links = links;
    const loader = new ViewLoader(db, watch);
    const keyOf = ({ siteId, version, view }: ViewQuestion) => `${viewKey(siteId, view)}\n${version}`;
    const timing = { now: () => performance.now(), sleep };
    this.#pages = new FreshnessProbe((questions) => loader.load(questions), keyOf, { timing });
    this.#blogs = new FreshnessProbe((questions) => loader.load(questions), keyOf, { atMost: READ_AT_ONCE });
  }

  /**
   * What a view shows, at the version that the look-up of its site has found. Where the look-up came from memory, the last content that was
   * read.
   * @throws what `isOutOfReach` recognises when the database is away and the view is not resident; QueueFull
   */
  async find({ answer: state, verifiedAt }: Finding<SiteState>, view: View | null): Promise<Finding<ViewContent>> {
    if (!state || !view) return { answer: null, verifiedAt };
    const { site_id: siteId } = state;
    const version = contentVersion(state);
    const key = viewKey(siteId, view);
    const resident = this.#resident.get(key);
    if (resident?.version === version) return { answer: resident.content, verifiedAt };
    if (verifiedAt !== null) {
      if (!resident) throw new OutOfReach('the view is not resident');
      return { answer: resident.content, verifiedAt: Math.min(verifiedAt, resident.readAt) };
    }
    const found = await (view.kind === 'page' ? this.#pages : this.#blogs).lookUp({ siteId, version, view });
    const content = found && (await this.#withLinks(found, siteId, `${key}\n${version}`));
    // The content is read after the version: it may be newer, and is then kept under a version that nobody requests any more.
    if (!content) this.#resident.delete(key);
    else if (this.#resident.peek(key)?.content !== content) {
      this.#resident.set(key, { content, version, readAt: Date.now() });
    }
    return { answer: content, verifiedAt };
  }

  /** The content with its links edited. @param key names the view and its version */
  async #withLinks(content: ViewContent, siteId: string, key: string): Promise<ViewContent> {
    if (!content.article) return content;
    const known = this.#edited.get(key);
    if (known) return known;
    const edited = this.#links.edit(siteId, content).finally(() => this.#edited.delete(key));
    this.#edited.set(key, edited);
    return edited;
  }
}

function unitsOf({ page, article, blog, feed, pictures }: ViewContent): number {
  return JSON.stringify([page, article, blog, feed, pictures]).length;
}
