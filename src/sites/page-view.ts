import type { Page, PageRequest } from '../../engine/index.ts';
import type { PublicPage } from '../storage/public-pages.ts';
import type { ViewContent } from './views.ts';

/** Which template a page takes (docs/decisions/public-pages.md). */
export function pageView(slug: string, page: PublicPage | null): ViewContent | null {
  if (slug === '')
    return {
      templates: ['index'],
      page: {
        ...{ titre: page?.titre ?? '', slug, contenu: '', genre: 'accueil', adresse: '/' },
        ...searchWords(page ?? {}),
      },
    };
  if (!page) return null;
  const { titre, contenu, gabarit } = page;
  return {
    templates: [gabarit, 'page'],
    page: { titre, slug, contenu, genre: 'page', adresse: `/${slug}`, ...searchWords(page) },
  };
}

/** What a page says to search engines and shared links: nothing that is empty. */
export const searchWords = ({
  seo_titre,
  seo_description: description,
  image,
}: Pick<PublicPage, 'seo_titre' | 'seo_description' | 'image'>): Pick<Page, 'seo_titre' | 'description' | 'image'> => ({
  ...(seo_titre && { seo_titre }),
  ...(description && { description }),
  ...(image && { image }),
});

/** The view of a page that does not exist. */
const NOT_FOUND: ViewContent = {
  templates: ['404'],
  page: { titre: 'Page introuvable', slug: '', contenu: '', genre: 'introuvable' },
};

/**
 * The request to render a view.
 * @param content null when the page does not exist
 * @param nonce of this response's Content-Security-Policy
 */
export function pageRequest(content: ViewContent | null, demande: Page['demande'], nonce: string): PageRequest {
  const { templates, page, article, blog, pictures } = content ?? NOT_FOUND;
  return {
    templates,
    page: { ...page, demande, instant: Date.now() },
    ...(article && { article }),
    ...(blog && { blog }),
    ...(pictures && { pictures }),
    nonce,
  };
}
