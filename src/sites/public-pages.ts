import type { PageRequest } from '../../engine/index.ts';
import type { Renderer, RenderOutcome } from '../../sandbox/renderer.ts';
import type { Pool } from '../storage/pool.ts';
import { type AddressState, loadContent, loadPublishedTheme } from '../storage/public-pages.ts';

/** A visitor's request for a page of a site, after the probe has said what stands at its address. */
export interface Visit {
  readonly state: AddressState;
  /** Path of the address, decoded, without the leading slash: empty for the home page. */
  readonly path: string;
  readonly demande: string | undefined;
  readonly nonce: string;
}

/** `none` when the site has no published theme (any more). */
export type PageOutcome = (RenderOutcome & { readonly found: boolean }) | { readonly outcome: 'none' };

class Unpublished extends Error {}

/** Renders the pages of sites from their published themes. */
export class PublicPages {
  readonly #db: Pool;
  readonly #renderer: Renderer;

  constructor(db: Pool, renderer: Renderer) {
    this.#db = db;
    this.#renderer = renderer;
  }

  /** Renders the page, with the versions that the probe saw or newer ones. */
  async render({ state, path, demande, nonce }: Visit): Promise<PageOutcome> {
    const { site_id: siteId, theme_id: themeId, theme_maj_le: themeVersion } = state;
    if (themeId === null || themeVersion === null) return { outcome: 'none' };
    const { templates, found, page } = choosePage(state, path, demande);
    try {
      const outcome = await this.#renderer.render(
        {
          theme: { id: themeId, version: themeVersion },
          content: { id: siteId, version: state.contenu_maj_le },
          request: { templates, page, nonce },
        },
        { theme: () => this.#loadTheme(siteId, themeId), content: () => this.#loadContent(siteId) },
      );
      return { ...outcome, found };
    } catch (error) {
      if (error instanceof Unpublished) return { outcome: 'none' };
      throw error;
    }
  }

  async #loadTheme(siteId: string, themeId: string) {
    const theme = await loadPublishedTheme(this.#db, siteId, themeId);
    if (!theme) throw new Unpublished();
    return theme;
  }

  async #loadContent(siteId: string) {
    const content = await loadContent(this.#db, siteId);
    if (!content) throw new Unpublished();
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
