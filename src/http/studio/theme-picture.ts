import type { Picture } from '../../studio/parts/props.ts';
import { escapeHtml } from '../../text/escape.ts';
import { nameHtml } from '../../text/names.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import { PICTURE_SIZE } from '../catalogue/pictures.ts';

/** The picture of a theme of the catalog; null for another. */
export function pictureOf({ pictures }: Pick<Storefront, 'pictures'>, origin: string | null): Picture | null {
  const picture = pictures.find(({ themeId }) => themeId === origin);
  return picture ? { address: picture.address, ...PICTURE_SIZE } : null;
}

/** The picture of a theme: that of its origin in the catalog, else its name on a plain ground. The page has the name beside it too. */
export function themePicture(storefront: Pick<Storefront, 'pictures'>, origin: string | null, name: string): string {
  const picture = pictureOf(storefront, origin);
  if (!picture) return `<span class="plate" aria-hidden="true">${nameHtml(name)}</span>`;
  const { address, width, height } = picture;
  return `<img class="picture" src="${escapeHtml(address)}" width="${width}" height="${height}" alt="" loading="lazy" decoding="async">`;
}
