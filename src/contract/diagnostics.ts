/** The diagnostics of a theme (docs/diagnostics.md), as it is saved or with changes that are not saved. */
import { z } from 'zod';
import { namedTheme, place } from './shared.ts';

const Diagnostic = z.object({
  chemin: z.string().describe('Vide où le thème entier est en cause.'),
  ligne: place.exactOptional(),
  colonne: place.exactOptional(),
  ligne_fin: place.exactOptional(),
  colonne_fin: place.exactOptional().describe('La place qui suit le dernier caractère.'),
  code: z.string(),
  gravite: z.enum(['erreur', 'avertissement']),
  message: z.string(),
  correction: z
    .object({ debut: z.int().min(0), fin: z.int().min(0), texte: z.string() })
    .exactOptional()
    .describe('Ce qui corrige le fichier, où une seule chose le corrige : places en unités UTF-16 depuis son début.'),
});
export type Diagnostic = z.output<typeof Diagnostic>;

export const Diagnosis = z.object({ theme: namedTheme, diagnostics: z.array(Diagnostic) });
export type Diagnosis = z.output<typeof Diagnosis>;
