/** The diagnostics of a theme (docs/diagnostics.md), as it is saved or with changes that are not saved. */
import { z } from 'zod';
import { namedTheme, place } from './shared.ts';

const Diagnostic = z.object({
  chemin: z.string().describe('Vide où le thème entier est en cause.'),
  ligne: place.exactOptional(),
  colonne: place.exactOptional(),
  code: z.string(),
  gravite: z.enum(['erreur', 'avertissement']),
  message: z.string(),
});
export type Diagnostic = z.output<typeof Diagnostic>;

export const Diagnosis = z.object({ theme: namedTheme, diagnostics: z.array(Diagnostic) });
export type Diagnosis = z.output<typeof Diagnosis>;
