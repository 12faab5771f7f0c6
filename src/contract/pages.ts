import { z } from 'zod';
import { isLink, LINK_UNITS } from '../content/links.ts';
import { isPageSlug } from '../content/slugs.ts';
import * as answers from './shared.ts';
import { Aim, atMostUnits, CONTENT_UNITS, instant, seenTitle, uuid } from './shared.ts';
import { acts, PageWork, searchFields, state } from './writing.ts';

const Fields = z.object({
  slug: z.string().refine(isPageSlug),
  titre: seenTitle.trim().max(200),
  gabarit: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  contenu: atMostUnits(CONTENT_UNITS),
  /** Address of a picture; empty for none. */
  image: atMostUnits(LINK_UNITS).refine(isLink),
  ...searchFields,
  publiee: z.boolean(),
});
/** The fields of a page, as they may be shown. */
export const Shown = Fields.partial();

export const NewPage = Fields.partial({ gabarit: true, image: true, seo_titre: true, seo_description: true }).extend({
  contenu: Fields.shape.contenu.default(''),
  publiee: Fields.shape.publiee.default(true),
});
export const Creation = NewPage.extend({ id: uuid.optional(), travail: PageWork.optional() }).transform(
  ({ gabarit, ...page }) => ({
    ...page,
    gabarit: gabarit ?? (page.slug === '' ? 'index' : 'page'),
  }),
);
export const Change = Fields.partial().extend({
  ...Aim.shape,
  ...acts,
  /** When visitors see the page; null, or an instant that has passed, for at once. */
  publie_le: instant.nullable().optional(),
  travail: PageWork.nullable().optional(),
});

export const Listed = z.object({
  id: answers.id,
  slug: z.string(),
  titre: z.string(),
  gabarit: z.string(),
  publiee: z.boolean(),
  maj_le: answers.timestamp,
});
export const Whole = Listed.extend({
  contenu: z.string(),
  image: z.string(),
  publie_le: answers.timestamp.nullable(),
  ...state,
});
