/** Pages and diagnostics of a theme with changes that are not saved. */
import { z } from 'zod';
import { FILE_UNITS, FILES_PER_THEME } from '../themes/limits.ts';
import { atMostUnits, mapOf, place, storableText, visitorStatus, wordOf } from './shared.ts';

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
export const Analysis = z.object(changes).refine(isEachOnce);

export const Preview = z
  .object({
    ...changes,
    adresse: pageAddress,
    nonce: frameNonce,
  })
  .refine(isEachOnce);

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
