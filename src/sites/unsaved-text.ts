import type { UnsavedText } from '../contract/previews.ts';
import { BLOGS } from '../storage/blogs.ts';
import type { Database } from '../storage/database.ts';
import { findPictures } from '../storage/public-medias.ts';
import { articleView } from './blog-views.ts';
import type { LinkEditor } from './link-editor.ts';
import { pageView } from './page-view.ts';
import { withPictures } from './view-pictures.ts';
import type { ViewContent } from './views.ts';

export interface UnsavedTextSources {
  readonly database: Pick<Database, 'management' | 'public'>;
  readonly links: LinkEditor;
}

/** Stands for an address that is not there yet: without one, a page would be the home page. */
const UNNAMED = 'apercu';

/**
 * What a page or an article would show that is not saved. An article of a blog that the site does not have is in a blog without a name.
 * @throws QueueFull
 */
export async function unsavedTextView(
  { database, links }: UnsavedTextSources,
  site: { readonly id: string; readonly nom: string },
  { genre, champs }: UnsavedText,
): Promise<ViewContent | null> {
  const { slug, ...text } = { ...champs, slug: champs.slug || UNNAMED };
  const content = genre === 'page' ? pageView(slug, text) : await articleOf(slug, text);
  const [shown = null] = await withPictures([{ siteId: site.id, content }], (pictures) =>
    findPictures(database.public, pictures),
  );
  return shown;

  async function articleOf(slug: string, { blog_id: id, publie_le, ...article }: typeof text): Promise<ViewContent> {
    const blog = id === undefined ? null : await BLOGS.find(database.management, site.id, id);
    const now = new Date().toISOString();
    const view = articleView({
      site: site.nom,
      blog: blog ?? { id: '', slug: UNNAMED, titre: '', description: '' },
      article: { ...article, slug, publie_le: publie_le ?? now, maj_le: now },
    });
    return links.edit(site.id, view);
  }
}
