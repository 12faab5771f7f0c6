/** Pages and diagnostics of a theme with changes that are not saved. */
import { z } from 'zod';
import { LINK_UNITS } from '../content/links.ts';
import { FILE_UNITS, FILES_PER_THEME } from '../themes/limits.ts';
import {
  atMostUnits,
  CONTENT_UNITS,
  instant,
  mapOf,
  place,
  storableText,
  together,
  uuid,
  visitorStatus,
  wordOf,
} from './shared.ts';
import { searchFields } from './writing.ts';

const ADDRESS_UNITS = 2_000;

/** Path and query of a page of the site. */
export const pageAddress = atMostUnits(ADDRESS_UNITS).refine((address) => address.startsWith('/'));

/** The nonce under which a frame's scripts and styles run. */
export const frameNonce = z
  .string()
  .regex(/^[A-Za-z0-9+/=_-]{16,64}$/)
  .describe('Celui de la page autour de l’aperçu.');

const changes = {
  /** Beyond the limit of a theme one more file is read, so that the request is refused. */
  fichiers: mapOf(atMostUnits(FILE_UNITS), FILES_PER_THEME).default(new Map()),
  supprimes: z.array(storableText).max(FILES_PER_THEME).default([]),
};

/** What an author has changed and not saved: texts by path, and paths of files that are to be removed. */
export const Analysis = z.object(changes).refine(isEachOnce, together);

const words = (characters: number) => storableText.max(characters).default('');

/** A page or an article as it is typed, which the preview shows in place of what is stored at the address; what is left out is empty. */
const UnsavedText = z.object({
  genre: z.enum(['page', 'article']),
  champs: z.object({
    slug: words(80),
    titre: words(200),
    contenu: atMostUnits(CONTENT_UNITS).default(''),
    gabarit: words(100),
    extrait: words(1_000),
    image: atMostUnits(LINK_UNITS).default(''),
    seo_titre: searchFields.seo_titre.default(''),
    seo_description: searchFields.seo_description.default(''),
    blog_id: uuid.optional(),
    publie_le: instant.optional(),
  }),
});
export type UnsavedText = z.output<typeof UnsavedText>;

export const Preview = z
  .object({
    ...changes,
    texte: UnsavedText.optional(),
    adresse: pageAddress,
    nonce: frameNonce,
  })
  .refine(isEachOnce, together);

function isEachOnce({ fichiers, supprimes }: UnsavedBody): boolean {
  return !supprimes.some((path) => fichiers.has(path));
}

export interface UnsavedBody {
  readonly fichiers: ReadonlyMap<string, string>;
  readonly supprimes: readonly string[];
}

/** Why a render gives no page. */
export const RENDER_REASONS = [
  ...(['temps', 'objets', 'sortie', 'gabarit_absent', 'layout_absent', 'layout_en_erreur'] as const),
  ...(['occupe', 'quarantaine', 'arret'] as const),
] as const;
export type RenderReason = (typeof RENDER_REASONS)[number];

/** Why a theme gives no page. */
export const PREVIEW_REASONS = [...RENDER_REASONS, 'trop_long'] as const;
export type PreviewReason = (typeof PREVIEW_REASONS)[number];

/** An error of a section. */
const Incident = z.object({
  chemin: z.string(),
  ligne: place.exactOptional(),
  colonne: place.exactOptional(),
  message: z.string(),
});
export type Incident = z.output<typeof Incident>;

export const RenderedPage = z.object({
  statut: visitorStatus,
  html: z.string().nullable().describe('null où le thème ne donne pas la page.'),
  gabarit: z.string().nullable().describe('Nom du gabarit, comme « index » ; null où aucun n’a servi.'),
  ressources: z.string().describe('Chemin sous lequel commencent les adresses des fichiers du thème.'),
  incidents: z.array(Incident),
  raison: wordOf(PREVIEW_REASONS).nullable().describe('Pourquoi il n’y a pas de page.'),
  gabarits_absents: z.array(z.string()).describe('Gabarits que la page demande et que le thème n’a pas.'),
  ms: z.number().describe('Temps que la plateforme a pris.'),
});
export type RenderedPage = z.output<typeof RenderedPage>;
