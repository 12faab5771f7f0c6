/** `/api/themes/<theme_id>/fichiers`: the files of a theme, each a text. */
import { z } from 'zod';
import { FILE_UNITS, FILES_PER_THEME } from '../themes/limits.ts';
import { PATH_LENGTH } from '../themes/path-rules.ts';
import {
  atMostUnits,
  fingerprint,
  mapOf,
  namedTheme,
  ok,
  present,
  storableText,
  themePath,
  themeRole,
  timestamp,
  together,
} from './shared.ts';

/** The number of a version of a theme: PostgreSQL's `integer`. */
export const versionNumber = z.int().min(1).max(2_147_483_647);
const askedVersion = z.coerce.number().pipe(versionNumber).optional();

/** What to read. The first that is given counts: `diagnostics`, `versions`, `version`, `chemin`; without any of them, all files are read. */
export const Reading = z.object({
  chemin: z.string().optional(),
  diagnostics: present,
  versions: present,
  avant: askedVersion.describe('Avec « versions » : seulement les plus anciennes que celle-ci.'),
  version: askedVersion.describe('Les fichiers, ou celui de « chemin », tels qu’ils étaient dans cette version.'),
});

/** A question about one file. */
export const AtPath = z.object({ chemin: z.string().min(1) });

const IF_FINGERPRINT = 'Celle que le fichier doit avoir à présent ; null : il ne doit pas être là.';

const One = z.object({
  lot: z.never().optional(),
  retablir: z.never().optional(),
  chemin: storableText.min(PATH_LENGTH.minimum).max(PATH_LENGTH.maximum),
  contenu: atMostUnits(FILE_UNITS),
  siAbsent: z.boolean().optional().describe('Refuse d’écrire sur un fichier qui a un autre texte.'),
  siEmpreinte: fingerprint.nullable().optional().describe(IF_FINGERPRINT),
});
export type OneWriting = z.output<typeof One>;

/** The most files that a lot may name as expected: those that it writes and those that it removes. */
const CONDITIONS = 2 * FILES_PER_THEME;

/** The files that a deployment leaves to the site: those that keep their text, and those whose text was merged. */
const Deployment = z
  .object({
    garder: z.array(storableText).max(CONDITIONS).default([]),
    fusionner: mapOf(storableText, FILES_PER_THEME).default(new Map()),
  })
  .refine(({ garder, fusionner }) => !garder.some((path) => fusionner.has(path)), together);

const LotOfFiles = z
  .object({
    // Beyond the limit of a theme one more name is read, so that the lot is refused.
    ecrire: mapOf(storableText, FILES_PER_THEME).default(new Map()),
    supprimer: z.array(storableText).max(FILES_PER_THEME).default([]),
    siEmpreinte: mapOf(fingerprint.nullable(), CONDITIONS)
      .refine(({ size }) => size <= CONDITIONS)
      .default(new Map())
      .describe(IF_FINGERPRINT),
    siRole: themeRole.optional().describe('Le rôle que le thème doit avoir.'),
    siNumero: versionNumber.optional().describe('La version que le thème doit avoir.'),
    deploiement: Deployment.optional(),
  })
  .refine(({ ecrire, supprimer }) => !supprimer.some((path) => ecrire.has(path)), together);

export type LotWriting = z.output<typeof LotOfFiles>;

const OF_ONE = {
  chemin: z.never().optional(),
  contenu: z.never().optional(),
  siAbsent: z.never().optional(),
  siEmpreinte: z.never().optional(),
};
const Lot = z.object({ lot: LotOfFiles, retablir: z.never().optional(), ...OF_ONE });
const Return = z.object({ retablir: versionNumber, lot: z.never().optional(), ...OF_ONE });

/** A file, a lot of files or the return to a version. */
export const Writing = z.union([One, Lot, Return]);

export const Written = ok.extend({
  inchange: z.literal(true).exactOptional().describe('Tout était déjà ainsi.'),
  numero: versionNumber
    .exactOptional()
    .describe('La version que le thème a désormais : d’un déploiement ou d’un retour seulement.'),
});
export type Written = z.output<typeof Written>;

const FileEntry = z.object({ chemin: themePath, octets: z.int(), empreinte: fingerprint, maj_le: timestamp });
export type FileEntry = z.output<typeof FileEntry>;

export const Tree = z.object({ theme: namedTheme, fichiers: z.array(FileEntry) });
export type Tree = z.output<typeof Tree>;

const File = z.object({ chemin: themePath, contenu: z.string(), maj_le: timestamp });
export const OneFile = z.object({ fichier: File });
export type OneFile = z.output<typeof OneFile>;

/** The tree of a version. */
export const TreeThen = Tree.extend({ version: versionNumber });
export type TreeThen = z.output<typeof TreeThen>;

/** A file as it was in a version. */
export const OneFileThen = z.object({ fichier: File.extend({ empreinte: fingerprint }) });
export type OneFileThen = z.output<typeof OneFileThen>;

/** A file as the catalog has it today. */
export const Original = z.object({
  origine: z.object({ id: z.string(), nom: z.string(), version: z.string() }),
  installee: z.string(),
  contenu: z.string(),
});
