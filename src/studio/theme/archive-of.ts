import { ARCHIVE_FORMAT, ARCHIVE_VERSION } from '../../themes/archive.ts';
import type { ThemePageData } from './start.ts';

/** The archive of the texts that a page has: it can be imported again when the theme was deleted elsewhere. */
export const archiveOf = (
  { nom, version, origine }: ThemePageData['theme'],
  texts: ReadonlyMap<string, string>,
): string =>
  JSON.stringify({
    ...{ format: ARCHIVE_FORMAT, format_version: ARCHIVE_VERSION },
    ...{ nom, version, origine, exporte_le: new Date().toISOString() },
    fichiers: Object.fromEntries(texts),
  });
