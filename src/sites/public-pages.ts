import type { PageRequest } from '../../engine/index.ts';
import type { Renderer, RenderOutcome } from '../../sandbox/renderer.ts';
import type { Pool } from '../storage/pool.ts';
import {
  type Address,
  type AddressState,
  loadContent,
  loadPublishedTheme,
  probeAddresses,
} from '../storage/public-pages.ts';
import { AddressMemory, addressKey } from './address-memory.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { type Finding, LookUp } from './look-up.ts';

/** A visitor's request for a page of a site, after a look-up has said what stands at its address. */
export interface Visit {
  readonly address: Address;
  readonly finding: Finding<AddressState>;
  /** Path of the address, decoded, without the leading slash: empty for the home page. */
  readonly path: string;
  readonly demande: string | undefined;
  readonly nonce: string;
}

/** `none` when the site has no published theme (any more). */
export type PageOutcome = (RenderOutcome & { readonly found: boolean }) | { readonly outcome: 'none' };

export interface Served {
  readonly page: PageOutcome;
  /** When the page was last verified if it comes from memory, milliseconds since 1970; else null. */
  readonly verifiedAt: number | null;
}

/** Outcomes that show the page as it is meant: its theme and content are resident then, or it needs none. */
const AS_MEANT: ReadonlySet<PageOutcome['outcome']> = new Set(['page', 'no-layout', 'no-template', 'none']);

/** What the look-up saw has been replaced before it could be read. */
class Superseded extends Error {}

/** How often a page is begun anew because its theme was replaced meanwhile. */
const ATTEMPTS = 3;

/** Looks up what stands at an address and renders the pages of sites from their published themes. */
export class PublicPages {
  readonly #db: Pool;
  readonly #renderer: Renderer;
  readonly #watch: DatabaseWatch;
  readonly #addresses: LookUp<Address, AddressState>;

  /** @param db a pool with the public role */
  constructor(db: Pool, renderer: Renderer, watch: DatabaseWatch) {
    this.#db = db;
    this.#renderer = renderer;
    this.#watch = watch;
    this.#addresses = new LookUp({
      probeAll: (addresses) => probeAddresses(db.probes, addresses),
      keyOf: addressKey,
      watch,
      memory: new AddressMemory(),
    });
  }

  /** What stands at this address; null when no site answers there. */
  async lookUp(address: Address): Promise<Finding<AddressState>> {
    const finding = await this.#addresses.find(address);
    if (finding.answer === null) this.#addresses.noteServed(address, finding);
    return finding;
  }

  /** Renders the page, with the versions that the look-up saw or newer ones; the last one served, when the database is away. */
  async render(visit: Visit): Promise<Served> {
    try {
      return await this.#renderLatest(visit);
    } catch (error) {
      return this.#renderOnce(visit, this.#addresses.recallAfter(error, visit.address));
    }
  }

  async #renderLatest(visit: Visit): Promise<Served> {
    for (let attempt = 1, { finding } = visit; ; attempt++) {
      try {
        const served = await this.#renderOnce(visit, finding);
        if (AS_MEANT.has(served.page.outcome)) this.#addresses.noteServed(visit.address, finding);
        return served;
      } catch (error) {
        if (!(error instanceof Superseded) || attempt === ATTEMPTS) throw error;
        finding = await this.lookUp(visit.address);
      }
    }
  }

  async #renderOnce(visit: Visit, { answer: state, verifiedAt }: Finding<AddressState>): Promise<Served> {
    if (!state?.theme_id || !state.theme_maj_le) return { page: { outcome: 'none' }, verifiedAt };
    const { site_id: siteId, theme_id: themeId, theme_maj_le: themeVersion } = state;
    const { templates, found, page } = choosePage(state, visit.path, visit.demande);
    const outcome = await this.#renderer.render(
      {
        theme: { id: themeId, version: themeVersion },
        content: { id: siteId, version: state.contenu_maj_le },
        request: { templates, page, nonce: visit.nonce },
      },
      { theme: () => this.#loadTheme(siteId, themeId), content: () => this.#loadContent(siteId) },
    );
    return { page: { ...outcome, found }, verifiedAt };
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

/** Which template an address takes (decisions, Public pages). */
function choosePage(
  { page }: AddressState,
  path: string,
  query: string | undefined,
): Pick<PageRequest, 'templates' | 'page'> & { found: boolean } {
  const demande = query === 'merci' || query === 'erreur' ? query : '';
  if (path === '') {
    return { found: true, templates: ['index'], page: { titre: page?.titre ?? '', slug: '', contenu: '', demande } };
  }
  if (page) {
    const { titre, contenu, gabarit } = page;
    return { found: true, templates: [gabarit, 'page'], page: { titre, slug: path, contenu, demande } };
  }
  return { found: false, templates: ['404'], page: { titre: 'Page introuvable', slug: path, contenu: '', demande } };
}
