/** How files of a library are shown: their addresses in the studio. */
import type { LibraryFile } from './props.ts';

/** Width of tiles, pixels: made at the upload, so that no list waits for one. */
const TILE_WIDTH = 640;
/** Width of one picture, pixels; made at the upload, too. */
const LARGE_WIDTH = 1280;

export const DRAWING = 'image/svg+xml';
export const DOCUMENT = 'application/pdf';

export const isPicture = ({ type }: Pick<LibraryFile, 'type'>): boolean => type !== DOCUMENT;

/** Whether a picture is of pixels: it has variants, and a point of interest. */
export const isPhoto = (file: Pick<LibraryFile, 'type'>): boolean => isPicture(file) && file.type !== DRAWING;

/** Where a member gets a file. @param path address of the site in the studio */
export const fileAddress = (path: string, { src }: Pick<LibraryFile, 'src'>): string => path + src;

/**
 * A picture as it is made at its upload: a width that every picture has, unless it is smaller itself. The name is that of `variantName`, of
 * which the pages of the studio load nothing.
 */
function variantAddress(path: string, file: LibraryFile, width: number): string {
  const { id, src, largeur, contenu } = file;
  if (!isPhoto(file)) return fileAddress(path, file);
  return `${path}/medias/${id}/${Math.min(width, largeur)}-${contenu}/${src.slice(src.lastIndexOf('/') + 1)}`;
}

export const tileAddress = (path: string, file: LibraryFile): string => variantAddress(path, file, TILE_WIDTH);
export const largeAddress = (path: string, file: LibraryFile): string => variantAddress(path, file, LARGE_WIDTH);
