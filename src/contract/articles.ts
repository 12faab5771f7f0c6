import { z } from 'zod';
import { isLink, LINK_UNITS } from '../content/links.ts';
import { BLOG_SLUG } from '../content/slugs.ts';
import * as answers from './shared.ts';
import { Aim, atMostUnits, CONTENT_UNITS, instant, seenTitle, storableText, uuid } from './shared.ts';
import { ArticleWork, acts, searchFields, state } from './writing.ts';

const Fields = z.object({
  blog_id: uuid,
  slug: z.string().regex(BLOG_SLUG),
  titre: seenTitle.trim().min(1).max(200),
  extrait: storableText.max(1000),
  contenu: atMostUnits(CONTENT_UNITS),
  /** Address of a picture; empty for none. */
  image: atMostUnits(LINK_UNITS).refine(isLink),
  ...searchFields,
  publie: z.boolean(),
  publie_le: instant,
});
/** The fields of an article, as they may be shown. */
export const Shown = Fields.partial();

export const Creation = Fields.partial({ publie_le: true, seo_titre: true, seo_description: true }).extend({
  id: uuid.optional(),
  travail: ArticleWork.optional(),
  extrait: Fields.shape.extrait.default(''),
  contenu: Fields.shape.contenu.default(''),
  image: Fields.shape.image.default(''),
  publie: Fields.shape.publie.default(true),
});
export const Change = Fields.partial().extend({
  ...Aim.shape,
  ...acts,
  travail: ArticleWork.nullable().optional(),
});

export const Listed = z.object({
  id: answers.id,
  blog_id: answers.id,
  slug: z.string(),
  titre: z.string(),
  extrait: z.string(),
  image: z.string(),
  publie: z.boolean(),
  publie_le: answers.timestamp,
  maj_le: answers.timestamp,
});
export const Whole = Listed.extend({ contenu: z.string(), ...state });
