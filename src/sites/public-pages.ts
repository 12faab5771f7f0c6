import { QueueFull } from '../../concurrency/queue-full.ts';
import type { Page } from '../../engine/index.ts';
import type { RenderAttempt, Renderer, RenderOutcome, SiteTally } from '../../sandbox/index.ts';
import { OutOfReach } from '../storage/out-of-reach.ts';
import {
  contentVersion,
  loadContent,
  probeSites,
  publishedVersion,
  type SiteAddress,
  type SiteState,
} from '../storage/public-sites.ts';
import { loadCode, loadPublishedTheme, loadWholeTheme } from '../storage/public-themes.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { SiteOrigin } from '../text/site-origin.ts';
import type { DatabaseWatch } from './database-watch.ts';
import type { LinkEditor } from './link-editor.ts';
import { type Finding, LookUp } from './look-up.ts';
import { pageRequest } from './page-view.ts';
import { SiteMemory } from './site-memory.ts';
import { type Led, SiteRedirects } from './site-redirects.ts';
import { SiteViews } from './site-views.ts';
import { type View, type ViewContent, viewAt } from './views.ts';
import { answersElsewhere } from './visibility.ts';

/** A visitor's request for a page of a site, after a look-up has found the site. */
export interface Visit {
  readonly address: SiteAddress;
  readonly finding: Finding<SiteState>;
  /** Path and query, as the request has them. */
  readonly url: string;
  /** Null when no page can have this path. */
  readonly view: View | null;
  readonly demande: Page['demande'];
  readonly nonce: string;
  /** As in `RenderJob`. */
  readonly attempts?: RenderAttempt[] | undefined;
  /** Counts what the page costs. */
  readonly tally?: SiteTally | undefined;
}

/** `none` when the site has no published theme; `led` where a redirect answers in the place of a page. */
type PageOutcome = RenderOutcome | { readonly outcome: 'none' } | { readonly outcome: 'led'; readonly led: Led };

export interface Served {
  readonly page: PageOutcome;
  /** What the page shows; null when there is no page at the path: the answer is the theme's 404. */
  readonly content: ViewContent | null;
  /** When the page was last verified if it comes from memory, milliseconds since 1970; else null. */
  readonly verifiedAt: number | null;
}

/** Outcomes of a page without a fault: its theme and content are in memory, or it needs none. */
const AS_MEANT: ReadonlySet<PageOutcome['outcome']> = new Set(['page', 'no-layout', 'no-template', 'none']);

const BUSY: Served = { page: { outcome: 'refused', reason: 'busy' }, content: null, verifiedAt: null };

/** Thrown when the theme that the look-up saw was replaced before it was read. */
class Superseded extends Error {}

/** How often a page is started again because its theme was replaced meanwhile. */
const ATTEMPTS = 3;

interface PublicPagesOptions {
  /** With the public role. */
  readonly db: RolePools;
  readonly renderer: Renderer;
  readonly watch: DatabaseWatch;
  readonly links: LinkEditor;
  readonly originOf: SiteOrigin;
}

/** Looks up the site of an address, and renders its pages from its published theme. */
export class PublicPages {
  readonly #db: RolePools;
  readonly #renderer: Renderer;
  readonly #watch: DatabaseWatch;
  readonly #sites: LookUp<SiteAddress, SiteState>;
  readonly #views: SiteViews;
  readonly #originOf: SiteOrigin;
  readonly #redirects: SiteRedirects;

  constructor({ db, renderer, watch, links, originOf }: PublicPagesOptions) {
    this.#db = db;
    this.#originOf = originOf;
    this.#renderer = renderer;
    this.#watch = watch;
    const memory = new SiteMemory();
    this.#sites = new LookUp({
      probeAll: (addresses) => probeSites(db.probes, addresses, memory.sitesAt(addresses)),
      keyOf: ({ host }) => host,
      watch,
      memory,
    });
    this.#views = new SiteViews(db, watch, links);
    this.#redirects = new SiteRedirects(db, watch);
  }

  /** The site of this address; null when none answers there. */
  async lookUp(address: SiteAddress): Promise<Finding<SiteState>> {
    const finding = await this.#sites.find(address);
    // No page is served for a host without a site, a site without a theme, a site that is off, and an address that leads on: they need nothing else
    // in memory.
    const { answer } = finding;
    const isPageless = !answer?.theme_id || answer.hors_ligne !== null || answer.ancienne;
    if (isPageless || answersElsewhere(answer, address)) this.#sites.noteServed(address, finding);
    return finding;
  }

  /**
   * Whether a site answers at this address. The answer is not kept: only pages decide which sites are in memory.
   * @throws what `isOutOfReach` recognises when the database is away and no page of the site was served before
   */
  async hasSite(address: SiteAddress): Promise<boolean> {
    const { answer, verifiedAt } = await this.#sites.find(address);
    // A site that did not exist may exist now.
    if (!answer && verifiedAt !== null) throw new OutOfReach('only the database knows whether this site exists');
    return answer !== null;
  }

  /** Renders the page, with the versions that the look-up saw or newer ones; the last one served, when the database is away. */
  async render(visit: Visit): Promise<Served> {
    try {
      return await this.#renderLatest(visit);
    } catch (error) {
      if (error instanceof QueueFull) return BUSY;
      return this.#renderOnce(visit, this.#sites.recallAfter(error, visit.address));
    }
  }

  /** The content of a view, for answers that need no theme; the last one that was read, when the database is away. */
  async read({ address, finding, view }: Pick<Visit, 'address' | 'finding' | 'view'>): Promise<Finding<ViewContent>> {
    try {
      return await this.#views.find(finding, view);
    } catch (error) {
      return this.#views.find(this.#sites.recallAfter(error, address), view);
    }
  }

  /**
   * Where a redirect leads visitors of an address at which no page is; null where none does.
   * @throws what `isOutOfReach` recognises when the database is away and the site may have redirects
   */
  async leadFrom({ finding, url }: Pick<Visit, 'finding' | 'url'>): Promise<Led | null> {
    const led = await this.#redirects.find(finding, url);
    if (!led?.isAbove || led.vers === null) return led;
    // What is beneath a renamed blog may have been moved on since.
    const view = viewAt(led.vers.replace(/[?#].*$/s, '').slice(1));
    const { answer: page } = await this.#views.find(finding, view);
    return page ? led : ((await this.#redirects.find(finding, led.vers)) ?? led);
  }

  /** Notes that a visitor has the current page already (304). This finding replaces the remembered one only if its page can be rendered from memory. */
  noteConfirmed({ address, finding }: Pick<Visit, 'address' | 'finding'>): void {
    const known = this.#sites.recall(address)?.answer;
    if (!known || namesTheSame(known, finding.answer)) this.#sites.noteServed(address, finding);
  }

  async #renderLatest(visit: Visit): Promise<Served> {
    for (let attempt = 1, { finding } = visit; ; attempt++) {
      try {
        const served = await this.#renderOnce(visit, finding);
        if (AS_MEANT.has(served.page.outcome)) this.#sites.noteServed(visit.address, finding);
        return served;
      } catch (error) {
        if (!(error instanceof Superseded) || attempt === ATTEMPTS) throw error;
        finding = await this.lookUp(visit.address);
      }
    }
  }

  async #renderOnce(visit: Visit, finding: Finding<SiteState>): Promise<Served> {
    const { answer: state } = finding;
    if (!state?.theme_id || !state.theme_maj_le) {
      return { page: { outcome: 'none' }, content: null, verifiedAt: finding.verifiedAt };
    }
    const { site_id: siteId, theme_id: themeId, theme_maj_le: themeVersion } = state;
    const { answer: content, verifiedAt } = await this.#views.find(finding, visit.view);
    const led = content ? null : await this.leadFrom({ finding, url: visit.url });
    if (led) return { page: { outcome: 'led', led }, content, verifiedAt };
    const outcome = await this.#renderer.render(
      {
        theme: { id: themeId, version: themeVersion },
        content: { id: siteId, version: publishedVersion(state) },
        request: pageRequest(content, visit.demande, visit.nonce),
        attempts: visit.attempts,
        keepsFragments: true,
        whose: { site: state.slug, host: visit.address.host, tally: visit.tally },
      },
      {
        theme: () => this.#read((db) => loadPublishedTheme(db, siteId, themeId)),
        code: (keys) => this.#read((db) => loadCode(db, siteId, themeId, keys)),
        whole: () => this.#read((db) => loadWholeTheme(db, siteId, themeId)),
        content: () => this.#read((db) => loadContent(db, siteId, this.#originOf)),
      },
    );
    return { page: outcome, content, verifiedAt };
  }

  /** @throws Superseded when it is not there (any more) */
  async #read<T>(load: (db: RolePools) => Promise<T | null>): Promise<T> {
    this.#watch.assertPresent();
    const found = await load(this.#db);
    if (found === null) throw new Superseded();
    return found;
  }
}

const namesTheSame = (known: SiteState, now: SiteState | null): boolean =>
  known.theme_id === now?.theme_id &&
  known.theme_maj_le === now.theme_maj_le &&
  contentVersion(known) === contentVersion(now);
