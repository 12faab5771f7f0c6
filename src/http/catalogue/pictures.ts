import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CATALOG_IDS } from '../../themes/catalog-ids.ts';

/** Pixels of every picture; `npm run pictures` makes them so. */
export const PICTURE_SIZE = { width: 720, height: 540 } as const;

/** A theme's home page as a JPEG; the picture at an address never changes. */
export interface Picture {
  readonly themeId: string;
  readonly address: string;
  readonly body: Buffer;
}

/** The pictures of a catalog, in its folder `pictures`; a theme may have none yet. */
export async function readPictures(folder: URL): Promise<Picture[]> {
  const pictures = await Promise.all(
    CATALOG_IDS.map(async (themeId) => {
      const body = await readFile(new URL(`pictures/${themeId}.jpg`, folder)).catch(() => null);
      return body && { themeId, address: `/catalogue/${themeId}-${hash('sha256', body).slice(0, 16)}.jpg`, body };
    }),
  );
  return pictures.filter((picture) => picture !== null);
}
