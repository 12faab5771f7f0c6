/** `POST /api/themes` with `actualiser` (docs/upgrades.md). */
import { z } from 'zod';
import { FILES_PER_THEME } from '../themes/limits.ts';
import { id, mapOf, namedTheme, ok, place, themePath, uuid } from './shared.ts';

/** Whose text is taken in a conflict. */
const conflictChoice = z.enum(['garder', 'catalogue']);
export type ConflictChoice = z.output<typeof conflictChoice>;
export const CONFLICT_CHOICES: readonly ConflictChoice[] = conflictChoice.options;

/** The theme and the catalog's theme may each have this many files. */
const RESOLUTIONS = 2 * FILES_PER_THEME;

/** The changes of a newer catalog theme, merged into a theme. */
export const Upgrading = z.object({
  action: z.literal('actualiser'),
  id: uuid,
  appliquer: z.boolean().default(false),
  conflits: conflictChoice.default('garder'),
  resolutions: mapOf(conflictChoice, RESOLUTIONS)
    .refine(({ size }) => size <= RESOLUTIONS)
    .default(new Map())
    .describe('Le choix pour chaque chemin qui n’a pas celui de « conflits ».'),
});

const change = z.enum(['modifie', 'ajoute', 'retire']).nullable();

const Conflict = z.object({
  ligne: place.exactOptional(),
  cles: z.array(z.string()).exactOptional(),
  original: z.string().nullable(),
  proprietaire: z.string().nullable(),
  catalogue: z.string().nullable(),
  coupe: z.literal(true).exactOptional(),
});
export type Conflict = z.output<typeof Conflict>;

const UpgradedFile = z.object({
  chemin: themePath,
  etat: z.enum(['catalogue', 'ajoute', 'retire', 'proprietaire', 'identique', 'fusionne', 'conflit']),
  catalogue: change,
  proprietaire: change,
  conflits: z.array(Conflict).exactOptional(),
  autres_conflits: z.int().exactOptional(),
});
export type UpgradedFile = z.output<typeof UpgradedFile>;

export const Upgrade = ok.extend({
  theme: namedTheme,
  origine: z.object({ id: z.string(), nom: z.string(), version: z.string() }),
  installee: z.string(),
  a_jour: z.boolean(),
  fichiers: z.array(UpgradedFile),
  applique: z.object({ themeId: id, numero: z.int().positive() }).exactOptional(),
});
export type Upgrade = z.output<typeof Upgrade>;
