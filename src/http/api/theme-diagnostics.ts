import type { ThemeFiles } from '../../../engine/index.ts';
import type { Actor } from '../../accounts/members.ts';
import type { Diagnosis } from '../../contract/diagnostics.ts';
import type { Told } from '../../contract/shared.ts';
import { namedPictures } from '../../media/named-pictures.ts';
import { findMedia } from '../../storage/named-media.ts';
import { readAnalysedFiles } from '../../storage/theme-analysis.ts';
import type { Theme } from '../../storage/themes.ts';
import { layUnsavedOver, NOTHING_UNSAVED, type Unsaved } from '../../themes/unsaved.ts';
import type { ApiContext } from './api.ts';

/**
 * Analyses a theme.
 * @param unsaved changes that replace the stored texts
 * @throws AnalysisBusy
 */
export async function diagnoseTheme(
  { database, renderer }: ApiContext,
  { siteId, accountId: account }: Actor,
  { id, nom, role }: Theme,
  unsaved: Unsaved = NOTHING_UNSAVED,
): Promise<Told<typeof Diagnosis>> {
  const { added, bytes } = analysedPart(unsaved);
  const readFiles = async (bytesAtMost: number) => {
    const stored = await readAnalysedFiles(database.management, siteId, id, bytesAtMost - bytes);
    return stored && layUnsavedOver(stored, { ...unsaved, write: added });
  };
  const readMedia = (files: ThemeFiles) => findMedia(database.management, siteId, namedPictures(files));
  const diagnostics = await renderer.diagnose(siteId, readFiles, { readMedia, account });
  return { theme: { id, nom, role }, diagnostics };
}

/** The unsaved texts that an analysis reads, and their length in bytes. Of files in `assets`, unsaved or stored, only the names are read. */
function analysedPart({ write }: Unsaved): { added: ReadonlyMap<string, string>; bytes: number } {
  const added = new Map([...write].map(([path, text]) => [path, path.startsWith('assets/') ? '' : text]));
  const bytes = [...added.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { added, bytes };
}
