import { z } from 'zod';
import { FILES_PER_THEME, NAME_LENGTH } from '../../../themes/limits.ts';
import { mapOf, seenName, storableText, uuid } from '../input.ts';
import { pageAddress } from './previews.ts';

/** What names a theme to install; whether the catalog has it is checked later. */
const catalogId = storableText.min(1).max(40);

/** What names an edition of that theme; whether the theme has it is checked later, too. */
const editionId = storableText.min(1).max(40);

/** One page to measure, rendered by any theme of the site. */
export const Profiling = z.object({ action: z.literal('profiler'), id: uuid, adresse: pageAddress });

/** Whose text is taken in a conflict. */
const conflictChoice = z.enum(['garder', 'catalogue']);
export type ConflictChoice = z.output<typeof conflictChoice>;

/** A theme has so many files, and so has the catalog's. */
const RESOLUTIONS = 2 * FILES_PER_THEME;

/** What a newer catalog has, merged into a theme. */
export const Upgrading = z.object({
  action: z.literal('actualiser'),
  id: uuid,
  appliquer: z.boolean().default(false),
  conflits: conflictChoice.default('garder'),
  resolutions: mapOf(conflictChoice, RESOLUTIONS)
    .refine(({ size }) => size <= RESOLUTIONS)
    .default(new Map()),
});

/** The draft of a deployment: a copy of a theme, or a new one with these files. */
const Deploying = z
  .object({
    action: z.literal('deployer'),
    nom: seenName.trim().min(1).max(NAME_LENGTH),
    id: uuid.optional(),
    fichiers: mapOf(storableText, FILES_PER_THEME).optional(),
    version: storableText.trim().min(1).max(20).optional(),
  })
  .refine(({ id, fichiers }) => (id === undefined) !== (fichiers === undefined));

export const Creation = z.discriminatedUnion('action', [
  z.object({ action: z.literal('installer'), origine: catalogId, edition: editionId.optional() }),
  z.object({ action: z.literal('dupliquer'), id: uuid }),
  z.object({ action: z.literal('brouillon') }),
  z.object({ action: z.literal('revenir') }),
  z.object({ action: z.literal('repeter'), id: uuid }),
  Profiling,
  Upgrading,
  Deploying,
]);

export const Installation = z.object({
  origine: catalogId,
  edition: editionId.optional(),
  publier: z.boolean().optional(),
});

export const Change = z.object({
  id: uuid,
  nom: storableText.trim().min(1).max(NAME_LENGTH).optional(),
  publier: z.boolean().optional(),
  /** The theme that must be published now, null for none, unless this very one is already: else nothing is changed. */
  siPublie: uuid.nullable().optional(),
});
