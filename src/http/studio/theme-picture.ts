import type { Picture } from '../../studio/parts/props.ts';
import { type Picture as CatalogPicture, PICTURE_SIZE } from '../catalogue/pictures.ts';

/** The picture of a theme of the catalog; null for another. */
export function pictureOf(
  { pictures }: { readonly pictures: readonly CatalogPicture[] },
  origin: string | null,
): Picture | null {
  const picture = pictures.find(({ themeId }) => themeId === origin);
  return picture ? { address: picture.address, ...PICTURE_SIZE } : null;
}
