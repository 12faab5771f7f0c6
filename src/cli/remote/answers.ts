/** The answers of the service, checked with schemas. */
import { z } from 'zod';
import { visible } from '../terminal.ts';
import { isThemePath } from '../workspace/theme-folder.ts';
import { type Situation, situationOf } from './situation.ts';

const id = z.uuid();
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/);
const role = z.enum(['publie', 'brouillon']);
export type ThemeRole = z.output<typeof role>;

/** Paths become file names here, so none may lead out of the theme's folders. */
const path = z.string().refine(isThemePath);

/** A theme with what it is among those of its site. */
const placed = <Theme extends Parameters<typeof situationOf>[0]>(
  theme: Theme,
  themes: readonly Theme[],
): Theme & { readonly situation?: Situation | undefined } => ({ ...theme, situation: situationOf(theme, themes) });

export const Themes = z.object({
  site: z.object({ id, slug: z.string(), nom: z.string() }),
  themes: z
    .array(
      z.object({
        id,
        nom: z.string(),
        version: z.string(),
        role,
        origine: z.string().nullable(),
        maj_le: z.string(),
        // A service of before does not say what a theme descends from.
        lignee: id.optional(),
        issu_de: id.nullable().optional(),
        fait_de: id.nullable().optional(),
        fait_du_numero: z.int().positive().nullable().optional(),
        cree_le: z.string().optional(),
        publie_le: z.string().nullable().optional(),
      }),
    )
    .transform((themes) => themes.map((theme) => placed(theme, themes))),
});
export type ThemeList = z.output<typeof Themes>;
export type RemoteSite = ThemeList['site'];
export type RemoteTheme = ThemeList['themes'][number];

export const Tree = z.object({
  theme: z.object({ id, nom: z.string(), role }),
  fichiers: z
    .array(z.object({ chemin: path, empreinte: fingerprint }))
    .transform((files) => new Map(files.map(({ chemin, empreinte }) => [chemin, empreinte]))),
});

const place = z.int().positive().optional();
export const Diagnoses = z.object({
  diagnostics: z.array(
    z.object({
      chemin: z.string().transform(visible),
      code: z.string().transform(visible),
      gravite: z.enum(['erreur', 'avertissement']),
      message: z.string().transform(visible),
      ligne: place,
      colonne: place,
    }),
  ),
});
export type RemoteDiagnostic = z.output<typeof Diagnoses>['diagnostics'][number];

export const OneFile = z.object({ fichier: z.object({ chemin: path, contenu: z.string() }) });

/** The names are read apart from the shape: zod leaves out the name `__proto__`, which is no path anyway. */
export const Archive = z.object({
  fichiers: z.record(path, z.string()).transform((files) => new Map(Object.entries(files))),
});

export const Made = z.object({ themeId: id, reutilise: z.literal(true).optional() });
export const Written = z.object({ inchange: z.literal(true).optional() });
export const Done = z.object({ ok: z.literal(true) });

const numero = z.int().positive();
const source = { id, nom: z.string(), numero: numero.nullable() };

export const Versions = z.object({
  theme: z.object({ id, nom: z.string(), role }),
  versions: z.array(
    z.object({
      numero,
      cree_le: z.string(),
      auteur: z.string().nullable(),
      moyen: z.string(),
      chemins: z.array(path),
    }),
  ),
  suite: numero.optional(),
  /** Themes that were made of this one; the first page only. */
  copies: z.array(z.object({ ...source, role })).optional(),
  /** The theme that this one was made of; the last page only. */
  fait_de: z.object(source).optional(),
});
export type VersionList = z.output<typeof Versions>;
export type RemoteVersion = VersionList['versions'][number];

export const VersionTree = z.object({
  theme: z.object({ id, nom: z.string(), role }),
  fichiers: z.array(z.object({ chemin: path, octets: z.int(), empreinte: fingerprint, maj_le: z.string() })),
});
export type RemoteVersionTree = z.output<typeof VersionTree>;

export const VersionFile = z.object({
  fichier: z.object({ chemin: path, contenu: z.string(), empreinte: fingerprint, maj_le: z.string() }),
});
export type RemoteVersionFile = z.output<typeof VersionFile>['fichier'];

export const Restored = z.object({ numero, inchange: z.literal(true).optional() });
