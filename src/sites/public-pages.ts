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
import { FreshnessProbe } from './freshness.ts';

/** A visitor's request for a page of a site, after a look-up has said what stands at its address. */
export interface Visit {
  readonly address: Address;
  readonly state: AddressState;
  /** Path of the address, decoded, without the leading slash: empty for the home page. */
  readonly path: string;
  readonly demande: string | undefined;
  readonly nonce: string;
}

/** `none` when the site has no published theme (any more). */
export type PageOutcome = (RenderOutcome & { readonly found: boolean }) | { readonly outcome: 'none' };

/** What the look-up saw has been replaced before it could be read. */
class Superseded extends Error {}

/** How often a page is begun anew because its theme was replaced meanwhile. */
const ATTEMPTS = 3;

/** Looks up what stands at an address and renders the pages of sites from their published themes. */
export class PublicPages {
  readonly #db: Pool;
  readonly #renderer: Renderer;
  readonly #probe: FreshnessProbe;

  /** @param db a pool with the public role */
  constructor(db: Pool, renderer: Renderer) {
    this.#db = db;
    this.#renderer = renderer;
    this.#probe = new FreshnessProbe((addresses) => probeAddresses(db, addresses));
  }

  /** What stands at this address now; null when no site answers there. */
  lookUp(address: Address): Promise<AddressState | null> {
    return this.#probe.lookUp(address);
  }

  /** Renders the page, with the versions that the look-up saw or newer ones. */
  async render(visit: Visit): Promise<PageOutcome> {
    for (let attempt = 1, state: AddressState | null = visit.state; state; attempt++) {
      try {
        return await this.#renderOnce({ ...visit, state });
      } catch (error) {
        if (!(error instanceof Superseded) || attempt === ATTEMPTS) throw error;
        state = await this.lookUp(visit.address);
      }
    }
    return { outcome: 'none' };
  }

  async #renderOnce({ state, path, demande, nonce }: Visit): Promise<PageOutcome> {
    const { site_id: siteId, theme_id: themeId, theme_maj_le: themeVersion } = state;
    if (themeId === null || themeVersion === null) return { outcome: 'none' };
    const { templates, found, page } = choosePage(state, path, demande);
    const outcome = await this.#renderer.render(
      {
        theme: { id: themeId, version: themeVersion },
        content: { id: siteId, version: state.contenu_maj_le },
        request: { templates, page, nonce },
      },
      { theme: () => this.#loadTheme(siteId, themeId), content: () => this.#loadContent(siteId) },
    );
    return { ...outcome, found };
  }

  async #loadTheme(siteId: string, themeId: string) {
    const theme = await loadPublishedTheme(this.#db, siteId, themeId);
    if (!theme) throw new Superseded();
    return theme;
  }

  async #loadContent(siteId: string) {
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
