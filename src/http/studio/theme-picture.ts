import type { Picture } from '../../studio/parts/props.ts';
import type { Storefront } from '../catalogue/catalogue-routes.ts';
import { PICTURE_SIZE } from '../catalogue/pictures.ts';

/** The picture of a theme of the catalog; null for another. */
export function pictureOf({ pictures }: Pick<Storefront, 'pictures'>, origin: string | null): Picture | null {
  const picture = pictures.find(({ themeId }) => themeId === origin);
  return picture ? { address: picture.address, ...PICTURE_SIZE } : null;
}
