import { z } from 'zod';
import type { ThemeDiagnostic } from '../../../engine/index.ts';
import { readAnalysedFiles } from '../../storage/theme-analysis.ts';
import type { Theme } from '../../storage/themes.ts';
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

/** @throws AnalysisBusy */
export async function diagnoseTheme(
  { database, renderer }: ApiContext,
  siteId: string,
  { id, nom, role }: Theme,
): Promise<{ theme: Pick<Theme, 'id' | 'nom' | 'role'>; diagnostics: readonly ThemeDiagnostic[] }> {
  const diagnostics = await renderer.diagnose(siteId, (bytesAtMost) =>
    readAnalysedFiles(database.management, siteId, id, bytesAtMost),
  );
  return { theme: { id, nom, role }, diagnostics };
}
