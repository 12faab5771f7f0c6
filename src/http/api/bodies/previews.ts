import { z } from 'zod';
import { FILE_UNITS, FILES_PER_THEME } from '../../../themes/limits.ts';
import { atMostUnits, mapOf, storableText } from '../input.ts';

const ADDRESS_UNITS = 2_000;

/** Path and query of a page of the site. */
export const pageAddress = atMostUnits(ADDRESS_UNITS).refine((address) => address.startsWith('/'));

const changes = {
  /** One more than a theme has is read, to be refused. */
  fichiers: mapOf(atMostUnits(FILE_UNITS), FILES_PER_THEME).default(new Map()),
  supprimes: z.array(storableText).max(FILES_PER_THEME).default([]),
};

/** What an author has changed and not saved: texts by path, and paths of files that are to be removed. */
export const Analysis = z.object(changes).refine(isEachOnce);

export const Preview = z
  .object({
    ...changes,
    adresse: pageAddress,
    /** That of the page around the preview. */
    nonce: z.string().regex(/^[A-Za-z0-9+/=_-]{16,64}$/),
  })
  .refine(isEachOnce);

function isEachOnce({ fichiers, supprimes }: UnsavedBody): boolean {
  return !supprimes.some((path) => fichiers.has(path));
}

export interface UnsavedBody {
  readonly fichiers: ReadonlyMap<string, string>;
  readonly supprimes: readonly string[];
}
