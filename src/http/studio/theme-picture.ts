import { escapeHtml } from '../../text/escape.ts';
import { nameHtml } from '../../text/names.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import { PICTURE_SIZE } from '../catalogue/pictures.ts';

/** The picture of a theme: that of its origin in the catalog, else its name on a plain ground. The page has the name beside it too. */
export function themePicture({ pictures }: Pick<Storefront, 'pictures'>, origin: string | null, name: string): string {
  const picture = pictures.find(({ themeId }) => themeId === origin);
  if (!picture) return `<span class="plate" aria-hidden="true">${nameHtml(name)}</span>`;
  const { width, height } = PICTURE_SIZE;
  return `<img class="picture" src="${escapeHtml(picture.address)}" width="${width}" height="${height}" alt="" loading="lazy" decoding="async">`;
}
