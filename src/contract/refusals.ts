/** Answers that are no success (docs/errors.md). */
import { z } from 'zod';
import { place, wordOf } from './shared.ts';

/** Why one file of a lot is refused. */
export const FileRefusal = z.object({
  chemin: z.string(),
  error: z.string(),
  message: z.string(),
  ligne: place.exactOptional(),
  colonne: place.exactOptional(),
});
export type FileRefusal = z.output<typeof FileRefusal>;

export const RefusalAnswer = z.object({
  error: z.string(),
  message: z.string().exactOptional(),
  /** Only of `site_inactif`. */
  etat: wordOf(['essai', 'actif', 'retard', 'expire', 'aucun']).exactOptional(),
  /** Only of `syntaxe`, in the whole file. */
  ligne: place.exactOptional(),
  colonne: place.exactOptional(),
  /** Only of `lot_refuse`. */
  refus: z.array(FileRefusal).exactOptional(),
});
