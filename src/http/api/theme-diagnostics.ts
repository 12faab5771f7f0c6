import { z } from 'zod';
import type { ThemeDiagnostic } from '../../../engine/index.ts';
import { readAnalysedFiles } from '../../storage/theme-analysis.ts';
import type { Theme } from '../../storage/themes.ts';
import { layUnsavedOver, NOTHING_UNSAVED, type Unsaved } from '../../themes/unsaved.ts';
import * as answers from './answers.ts';
import type { ApiContext } from './api.ts';

/** `GET /api/themes/<theme_id>/fichiers?diagnostics`: what the theme shows badly (`docs/diagnostics.md`). */
export const Diagnosis = z.object({
  theme: z.object({ id: answers.id, nom: z.string(), role: answers.themeRole }),
  diagnostics: z.array(
    z.object({
      chemin: z.string(),
      ligne: z.int().optional(),
      colonne: z.int().optional(),
      code: z.string(),
      gravite: z.enum(['erreur', 'avertissement']),
      message: z.string(),
    }),
  ),
});

/**
 * Looks a theme over.
 * @param unsaved changes that are laid over what is stored
 * @throws AnalysisBusy
 */
export async function diagnoseTheme(
  { database, renderer }: ApiContext,
  siteId: string,
  { id, nom, role }: Theme,
  unsaved: Unsaved = NOTHING_UNSAVED,
): Promise<{ theme: Pick<Theme, 'id' | 'nom' | 'role'>; diagnostics: readonly ThemeDiagnostic[] }> {
  const { added, bytes } = analysedPart(unsaved);
  const diagnostics = await renderer.diagnose(siteId, async (bytesAtMost) => {
    const stored = await readAnalysedFiles(database.management, siteId, id, bytesAtMost - bytes);
    return stored && layUnsavedOver(stored, { ...unsaved, write: added });
  });
  return { theme: { id, nom, role }, diagnostics };
}

/** What is read of unsaved texts, and how long it is, bytes: no more than of stored ones. */
function analysedPart({ write }: Unsaved): { added: ReadonlyMap<string, string>; bytes: number } {
  const added = new Map([...write].map(([path, text]) => [path, path.startsWith('assets/') ? '' : text]));
  const bytes = [...added.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { added, bytes };
}
