import type { Pool } from '../storage/pool.ts';
import { findPublicPages, type PublicPage } from '../storage/public-pages.ts';
import type { View, ViewContent } from './views.ts';

export interface ViewQuestion {
  readonly siteId: string;
  /** Version of the site's content that the view is wanted at, or later. */
  readonly version: string;
  readonly view: View;
}

/** Reads what views show; null where there is nothing. Pages are read together. @param db a pool with the public role */
export async function loadViews(db: Pool, questions: readonly ViewQuestion[]): Promise<(ViewContent | null)[]> {
  const slugs = questions.flatMap(({ siteId, view }) => (view.kind === 'page' ? [{ siteId, slug: view.slug }] : []));
  const pages = slugs.length > 0 ? await findPublicPages(db.probes, slugs) : [];
  let next = 0;
  return questions.map(({ view }) => (view.kind === 'page' ? pageView(view.slug, pages[next++] ?? null) : null));
}

/** Which template a page takes (decisions, Public pages). */
function pageView(slug: string, page: PublicPage | null): ViewContent | null {
  if (slug === '') return { templates: ['index'], page: { titre: page?.titre ?? '', slug, contenu: '' } };
  if (!page) return null;
  const { titre, contenu, gabarit } = page;
  return { templates: [gabarit, 'page'], page: { titre, slug, contenu } };
}
