/** The versions of a theme (docs/versions.md). */
import { z } from 'zod';
import { versionNumber } from './files.ts';
import { id, namedTheme, themePath, themeRole, timestamp, wordOf } from './shared.ts';

/** The means by which a version was made. */
const MEANS = [
  ...(['fichier', 'suppression', 'lot', 'reglages', 'import', 'installation', 'copie'] as const),
  ...(['retour', 'actualisation', 'deploiement'] as const),
] as const;
export type Means = (typeof MEANS)[number];

const Version = z.object({
  numero: versionNumber,
  cree_le: timestamp,
  auteur: z.string().nullable(),
  moyen: wordOf(MEANS),
  chemins: z.array(themePath).describe('Fichiers qu’elle a écrits ou supprimés.'),
});
export type Version = z.output<typeof Version>;

/** A theme that another was copied from. */
const Source = z.object({
  id,
  nom: z.string(),
  numero: versionNumber.nullable().describe('La version copiée ; null où elle n’est pas connue.'),
});
export type Source = z.output<typeof Source>;

const Copy = Source.extend({ role: themeRole });
export type Copy = z.output<typeof Copy>;

export const VersionList = z.object({
  theme: namedTheme,
  versions: z.array(Version).describe('La plus récente d’abord.'),
  suite: versionNumber
    .exactOptional()
    .describe('Se redonne en « avant » ; absent où il n’y en a pas de plus ancienne.'),
  copies: z
    .array(Copy)
    .exactOptional()
    .describe('Thèmes faits de celui-ci, avec les versions les plus récentes seulement.'),
  fait_de: Source.exactOptional().describe('Le thème dont celui-ci est fait, avec les plus anciennes seulement.'),
});
export type VersionList = z.output<typeof VersionList>;
