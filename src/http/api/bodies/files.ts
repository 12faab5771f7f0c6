import { z } from 'zod';
import { FILE_UNITS, FILES_PER_THEME } from '../../../themes/limits.ts';
import { PATH_LENGTH } from '../../../themes/path-rules.ts';
import { themeRole } from '../answers.ts';
import { atMostUnits, fingerprint, mapOf, storableText } from '../input.ts';

const One = z.object({
  lot: z.never().optional(),
  retablir: z.never().optional(),
  chemin: storableText.min(PATH_LENGTH.minimum).max(PATH_LENGTH.maximum),
  contenu: atMostUnits(FILE_UNITS),
  siAbsent: z.boolean().optional(),
  siEmpreinte: fingerprint.nullable().optional(),
});
export type OneWriting = z.output<typeof One>;

/** The number of a version of a theme: PostgreSQL's `integer`. */
export const versionNumber = z.int().min(1).max(2_147_483_647);

/** What a lot may ask about: each file that it writes and each that it removes. */
const CONDITIONS = 2 * FILES_PER_THEME;

/** What a deployment leaves to the site: files that keep what they have, and files in which what it has was merged with what came. */
const Deployment = z
  .object({
    garder: z.array(storableText).max(CONDITIONS).default([]),
    fusionner: mapOf(storableText, FILES_PER_THEME).default(new Map()),
  })
  .refine(({ garder, fusionner }) => !garder.some((path) => fusionner.has(path)));

const LotOfFiles = z
  .object({
    // one name more than a theme has files says all
    ecrire: mapOf(storableText, FILES_PER_THEME).default(new Map()),
    supprimer: z.array(storableText).max(FILES_PER_THEME).default([]),
    siEmpreinte: mapOf(fingerprint.nullable(), CONDITIONS)
      .refine(({ size }) => size <= CONDITIONS)
      .default(new Map()),
    siRole: themeRole.optional(),
    siNumero: versionNumber.optional(),
    deploiement: Deployment.optional(),
  })
  .refine(({ ecrire, supprimer }) => !supprimer.some((path) => ecrire.has(path)));

export type LotWriting = z.output<typeof LotOfFiles>;

const Lot = z.object({
  lot: LotOfFiles,
  retablir: z.never().optional(),
  chemin: z.never().optional(),
  contenu: z.never().optional(),
  siAbsent: z.never().optional(),
  siEmpreinte: z.never().optional(),
});

const Return = z.object({
  retablir: versionNumber,
  lot: z.never().optional(),
  chemin: z.never().optional(),
  contenu: z.never().optional(),
  siAbsent: z.never().optional(),
  siEmpreinte: z.never().optional(),
});

export const Writing = z.union([One, Lot, Return]);
