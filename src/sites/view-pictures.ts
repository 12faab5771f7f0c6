import { pictureAt } from '../../engine/pictures/facts.ts';
import { type PictureRow, picturesOf } from '../media/picture-facts.ts';
import type { ViewContent } from './views.ts';

interface ViewOfSite {
  readonly siteId: string;
  readonly content: ViewContent | null;
}

/**
 * The contents of views, each with the pictures of the library that the page and its articles have. One statement reads those of all views; where there is
 * none, no statement is sent.
 * @param find gives a row for each picture, or null
 */
export async function withPictures(
  views: readonly ViewOfSite[],
  find: (pictures: readonly { readonly siteId: string; readonly id: string }[]) => Promise<(PictureRow | null)[]>,
): Promise<(ViewContent | null)[]> {
  const named = views.flatMap(({ siteId, content }, place) => idsIn(content).map((id) => ({ siteId, id, place })));
  if (named.length === 0) return views.map(({ content }) => content);
  const rows = await find(named);
  return views.map(({ content }, place) => {
    const shown = rows.flatMap((row, n) => (row && named[n]?.place === place ? [row] : []));
    return content && shown.length > 0 ? { ...content, pictures: picturesOf(shown) } : content;
  });
}

function idsIn(content: ViewContent | null): string[] {
  if (!content) return [];
  const { page, article, blog } = content;
  const images = [page.image ?? '', article?.image ?? '', ...(blog?.articles ?? []).map(({ image }) => image)];
  return [...new Set(images.flatMap((image) => pictureAt(image) ?? []))];
}
