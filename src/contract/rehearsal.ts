/** `POST /api/themes` with `repeter` (docs/rehearsal.md). */
import { z } from 'zod';
import { RENDER_REASONS } from './previews.ts';
import { id, ok, place, uuid, visitorStatus, wordOf } from './shared.ts';

export const Rehearsing = z.object({ action: z.literal('repeter'), id: uuid });

/** Media type of an answer of several lines: each is a `Progress`, the last is the report or a refusal. */
export const REHEARSAL_LINES = 'application/x-ndjson';
export const Progress = z.object({ fait: z.int(), total: z.int() });
export type Progress = z.output<typeof Progress>;

/** Why a theme gives no page, or why a page was not rehearsed. */
const REASONS = [...RENDER_REASONS, 'duree'] as const;
export type RehearsalReason = (typeof REASONS)[number];

/** A page as one of the themes gives it. */
const Side = z.object({
  statut: visitorStatus,
  ms: z.number().nullable().describe('Temps de processeur du rendu ; null où le thème ne donne pas la page.'),
  octets: z.int().describe('Longueur du HTML avant compression ; 0 où les visiteurs ont un 503.'),
});
const named = z.object({ id, nom: z.string() });
const text = z.string();

const Page = z.object({
  adresse: text,
  etat: z
    .enum(['egale', 'changee', 'echouee', 'omise'])
    .describe('« echouee » : le brouillon ne donne pas la page ; « omise » : elle n’a pas été répétée.'),
  raison: wordOf(REASONS).nullable(),
  avant: Side.nullable().describe('Avec le thème publié.'),
  apres: Side.nullable().describe('Avec le brouillon.'),
  sections: z
    .array(z.object({ type: text, chemin: text, ligne: place.exactOptional(), message: text }))
    .describe('Celles qui n’échouent qu’avec le brouillon ; « layout » pour le layout lui-même.'),
  casses: z
    .array(z.object({ adresse: text, genre: z.enum(['lien', 'fichier']) }))
    .describe('Ce que les visiteurs ne trouveraient plus derrière les adresses de cette page.'),
  fichiers: z.array(text).describe('Fichiers du thème dont la page se sert et dont le contenu change.'),
  difference: text
    .nullable()
    .describe('Le HTML qui change, en diff unifié ; vide où seules des lignes vides changent, null où rien ne change.'),
});
export type RehearsedPage = z.output<typeof Page>;

export const Rehearsal = ok.extend({
  publie: named.nullable(),
  brouillon: named,
  pages: z.array(Page),
  resume: z.object({
    egales: z.int(),
    changees: z.int(),
    echouees: z.int(),
    nouvelles_pannes: z.int().describe('Pages qui échouent et n’échouaient pas.'),
    omises: z.int().describe('Pages non répétées, faute de temps ou de processeur.'),
    hors_limite: z.int().describe('Pages au-delà de la limite, qui ne sont pas dans la liste.'),
    articles_hors_echantillon: z.int(),
    sections: z.int(),
    casses: z.int(),
  }),
});
export type Rehearsal = z.output<typeof Rehearsal>;
