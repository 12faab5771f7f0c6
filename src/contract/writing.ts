/**
 * Work on a page or an article that visitors do not see yet: work in progress, plans, versions, deleted texts (docs/content.md). The fields here
 * are those besides the ones that a `PATCH` shows at once.
 */
import { z } from 'zod';
import { LINK_UNITS } from '../content/links.ts';
import * as answers from './shared.ts';
import { atMostUnits, CONTENT_UNITS, instant, storableText, uuid } from './shared.ts';

/** Limits of the fields for search engines, characters. */
const SEO_TITLE = 200;
const SEO_DESCRIPTION = 1_000;

/** Fields that pages and articles have besides; a `PATCH` shows them at once, as it shows the others. */
export const searchFields = {
  /** Empty where the title serves. */
  seo_titre: storableText.max(SEO_TITLE),
  seo_description: storableText.max(SEO_DESCRIPTION),
};

/** The fields of a text that are worked on, as far as they may be kept: an address may be wrong still, a title empty. */
const kept = {
  slug: storableText.max(80),
  titre: storableText.max(200),
  image: atMostUnits(LINK_UNITS),
  ...searchFields,
  contenu: atMostUnits(CONTENT_UNITS),
};

/** Work in progress: the fields that differ from those that are shown. */
export const PageWork = z.object({ ...kept, gabarit: storableText.max(100) }).partial();
export const ArticleWork = z.object({ ...kept, blog_id: uuid, extrait: storableText.max(1_000) }).partial();
export type PageWork = z.output<typeof PageWork>;
export type ArticleWork = z.output<typeof ArticleWork>;

/** What a `PATCH` may ask for besides fields that are shown at once. */
export const acts = {
  /** Shows the work in progress, that of this request included, and publishes the text, at once or at `publie_le`. */
  publier: z.literal(true).optional(),
  /** When the work in progress, that of this request included, takes the place of what is shown; null calls a planned change off: its fields are work in progress again. */
  prevoir: instant.nullable().optional(),
  /** When visitors see the text no longer; null for no end. */
  retire_le: instant.nullable().optional(),
};

/** Work in progress in an answer: values by field. */
const work = z.record(z.string(), z.string());

/** What an answer about one text has besides. */
export const state = {
  seo_titre: z.string(),
  seo_description: z.string(),
  travail: work.nullable().describe('Le travail en cours : les champs qui diffèrent de ceux que voient les visiteurs.'),
  prevu: work.nullable().describe('Les champs que les visiteurs voient à partir de prevu_le.'),
  retire_le: answers.timestamp.nullable(),
  prevu_le: answers.timestamp.nullable(),
  montre_le: answers.timestamp.describe('Quand ce que voient les visiteurs a changé la dernière fois.'),
  a_paru: z
    .boolean()
    .describe('Si le texte est ou a été publié : quand il ne l’est plus, il est retiré, et non un brouillon.'),
};

const MEANS = ['origine', 'enregistrement', 'publication', 'programmation'] as const;
export type TextMeans = (typeof MEANS)[number];

/** `?versions`: versions of a text, the newest first. */
export const TextVersion = z.object({
  numero: z.int().positive(),
  cree_le: answers.timestamp,
  auteur: z.string().nullable(),
  moyen: answers.wordOf(MEANS),
  titre: z.string(),
});
export type TextVersion = z.output<typeof TextVersion>;
/** `?version`: one of them with its values. */
export const WholeVersion = TextVersion.extend({ valeurs: work });

/** A place that names the address of a text. */
export const Citation = z.object({
  genre: answers.wordOf(['theme', 'brouillon', 'page', 'article', 'blog', 'menu', 'reglages'] as const),
  id: answers.id.nullable(),
  nom: z.string(),
});

/** A page, an article or a blog that was deleted in the last thirty days. */
export const DeletedText = z.object({
  id: answers.id,
  genre: answers.wordOf(['page', 'article', 'blog'] as const),
  titre: z.string(),
  auteur: z.string().nullable(),
  supprime_le: answers.timestamp,
});

/** `/api/adresses-libres`: whether a page, or an article of a blog, may have an address. */
export const AddressQuestion = z.object({
  genre: z.enum(['page', 'article']),
  /** Id of the blog of an article; without one every address is free. */
  blog: uuid.optional(),
  slug: storableText.max(200),
  /** The text that has the address itself. */
  sauf: uuid.optional(),
});
