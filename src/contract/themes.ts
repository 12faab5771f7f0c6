/** `/api/themes`. */
import { z } from 'zod';
import { FILES_PER_THEME, NAME_LENGTH, VERSION_LENGTH } from '../themes/limits.ts';
import { Profiling } from './profile.ts';
import { Rehearsing } from './rehearsal.ts';
import {
  created,
  id,
  mapOf,
  present,
  properName,
  site,
  storableText,
  themeRole,
  timestamp,
  together,
  uuid,
} from './shared.ts';
import { Installing } from './store.ts';
import { Upgrading } from './upgrade.ts';

export const Listing = z.object({
  adresse: present.describe('Présent, quelle que soit sa valeur : l’adresse publique du site est donnée aussi.'),
  deploiement: z.string().optional().describe('Seulement le thème qu’un déploiement a sous ce nom.'),
  lignees: present.describe('Présent, quelle que soit sa valeur : chaque thème avec ce dont il est fait.'),
});

const Theme = z.object({
  id,
  nom: z.string(),
  version: z.string(),
  role: themeRole,
  origine: z.string().nullable(),
  maj_le: timestamp,
});
export type Theme = z.output<typeof Theme>;

/** A theme with its descent (docs/versions.md). */
const Descended = Theme.extend({
  lignee: id,
  issu_de: id.nullable(),
  fait_de: id.nullable(),
  fait_du_numero: z.int().positive().nullable(),
  cree_le: timestamp,
  publie_le: timestamp.nullable(),
});
export type Descended = z.output<typeof Descended>;

export const ThemeList = z.object({
  site: site.extend({ adresse: z.url({ protocol: /^https?$/ }).exactOptional() }),
  // The first with `lignees`, where the service knows the parameter.
  themes: z.union([z.array(Descended), z.array(Theme)]),
});
export type ThemeList = z.output<typeof ThemeList>;

/** The draft of a deployment: a copy of a theme, or a new one with these files. */
const Deploying = z
  .object({
    action: z.literal('deployer'),
    nom: properName(NAME_LENGTH),
    id: uuid.optional(),
    fichiers: mapOf(storableText, FILES_PER_THEME).optional(),
    version: storableText.trim().min(1).max(VERSION_LENGTH).optional(),
  })
  .refine(({ id, fichiers }) => (id === undefined) !== (fichiers === undefined), together);

export const Creation = z.discriminatedUnion('action', [
  Installing,
  z.object({ action: z.literal('dupliquer'), id: uuid }),
  z.object({ action: z.literal('brouillon') }),
  z.object({ action: z.literal('revenir') }),
  Rehearsing,
  Profiling,
  Upgrading,
  Deploying,
]);

/** The theme of an action's answer: a new theme, or an existing one. */
export const Made = created.extend({ reutilise: z.literal(true).exactOptional() });
export type Made = z.output<typeof Made>;

export const Change = z.object({
  id: uuid,
  nom: properName(NAME_LENGTH).optional(),
  publier: z.boolean().optional(),
  siPublie: uuid
    .nullable()
    .optional()
    .describe(
      'Le thème qui doit être publié à présent, null pour aucun, sauf si c’est déjà celui-ci : sinon rien n’est changé.',
    ),
});
