import type { Page } from '../../engine/index.ts';
import type { Renderer, RenderOutcome } from '../../sandbox/renderer.ts';
import type { Pool } from '../storage/pool.ts';
import { loadContent, probeSites, type SiteAddress, type SiteState } from '../storage/public-sites.ts';
import { loadPublishedTheme } from '../storage/public-themes.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { isTooManyLong } from './link-editor.ts';
import { type Finding, LookUp } from './look-up.ts';
import { pageRequest } from './page-view.ts';
import { SiteMemory } from './site-memory.ts';
import { SiteViews } from './site-views.ts';
import type { View, ViewContent } from './views.ts';

/** A visitor's request for a page of a site, after a look-up has found the site. */
export interface Visit {
  readonly address: SiteAddress;
  readonly finding: Finding<SiteState>;
  /** Null when nothing can stand at the path. */
  readonly view: View | null;
  readonly demande: Page['demande'];
  readonly nonce: string;
}

/** `none` when the site has no published theme (any more). */
export type PageOutcome = RenderOutcome | { readonly outcome: 'none' };

export interface Served {
  readonly page: PageOutcome;
  /** What the page shows; null when nothing stands at the path, and the page says so. */
  readonly content: ViewContent | null;
  /** When the page was last verified if it comes from memory, milliseconds since 1970; else null. */
  readonly verifiedAt: number | null;
}

/** Outcomes that show the page as it is meant: its theme and content are resident then, or it needs none. */
const AS_MEANT: ReadonlySet<PageOutcome['outcome']> = new Set(['page', 'no-layout', 'no-template', 'none']);

const BUSY: Served = { page: { outcome: 'refused', reason: 'busy' }, content: null, verifiedAt: null };

/** What the look-up saw has been replaced before it could be read. */
class Superseded extends Error {}

/** How often a page is begun anew because its theme was replaced meanwhile. */
const ATTEMPTS = 3;

/** Looks up what stands at an address and renders the pages of sites from their published themes. */
export class PublicPages {
  readonly #db: Pool;
  readonly #renderer: Renderer;
  readonly #watch: DatabaseWatch;
  readonly #sites: LookUp<SiteAddress, SiteState>;
  readonly #views: SiteViews;

  /** @param db a pool with the public role */
  constructor(db: Pool, renderer: Renderer, watch: DatabaseWatch) {
    this.#db = db;
    this.#renderer = renderer;
    this.#watch = watch;
    this.#sites = new LookUp({
      probeAll: (addresses) => probeSites(db.probes, addresses),
      keyOf: ({ host }) => host,
      watch,
      memory: new SiteMemory(),
    });
    this.#views = new SiteViews(db, watch);
  }

  /** Ends what was started besides. */
  close(): Promise<void> {
    return this.#views.close();
  }

  /** The site of this address; null when none answers there. */
  async lookUp(address: SiteAddress): Promise<Finding<SiteState>> {
    const finding = await this.#sites.find(address);
    // Where there is no site, or no theme of it, nothing else has to be at hand.
    if (!finding.answer?.theme_id) this.#sites.noteServed(address, finding);
    return finding;
  }

  /** Renders the page, with the versions that the look-up saw or newer ones; the last one served, when the database is away. */
  async render(visit: Visit): Promise<Served> {
    try {
      return await this.#renderLatest(visit);
    } catch (error) {
      if (isTooManyLong(error)) return BUSY;
      return this.#renderOnce(visit, this.#sites.recallAfter(error, visit.address));
    }
  }

  /** What a view shows, for answers that need no theme; what was read last, when the database is away. */
  async read({ address, finding, view }: Pick<Visit, 'address' | 'finding' | 'view'>): Promise<Finding<ViewContent>> {
    try {
      return await this.#views.find(finding, view);
    } catch (error) {
      return this.#views.find(this.#sites.recallAfter(error, address), view);
    }
  }

  /** Notes that a visitor has the page of now already. What cannot be rendered from memory takes the place of nothing that can. */
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
    const outcome = await this.#renderer.render(
      {
        theme: { id: themeId, version: themeVersion },
        content: { id: siteId, version: state.contenu_maj_le },
        request: pageRequest(content, visit.demande, visit.nonce),
      },
      { theme: () => this.#loadTheme(siteId, themeId), content: () => this.#loadContent(siteId) },
    );
    return { page: outcome, content, verifiedAt };
  }

  async #loadTheme(siteId: string, themeId: string) {
    this.#watch.assertPresent();
    const theme = await loadPublishedTheme(this.#db, siteId, themeId);
    if (!theme) throw new Superseded();
    return theme;
  }

  async #loadContent(siteId: string) {
    this.#watch.assertPresent();
    const content = await loadContent(this.#db, siteId);
    if (!content) throw new Superseded();
    return content;
  }
}

const namesTheSame = (known: SiteState, now: SiteState | null): boolean =>
  known.theme_id === now?.theme_id &&
  known.theme_maj_le === now.theme_maj_le &&
  known.contenu_maj_le === now.contenu_maj_le;
