import { z } from 'zod';
import { isPageSlug } from '../content/slugs.ts';
import * as answers from './shared.ts';
import { Aim, atMostUnits, CONTENT_UNITS, seenTitle } from './shared.ts';

const Fields = z.object({
  slug: z.string().refine(isPageSlug),
  titre: seenTitle.trim().max(200),
  gabarit: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  contenu: atMostUnits(CONTENT_UNITS),
  publiee: z.boolean(),
});

export const NewPage = Fields.partial({ gabarit: true }).extend({
  contenu: Fields.shape.contenu.default(''),
  publiee: Fields.shape.publiee.default(true),
});
export const Creation = NewPage.transform(({ gabarit, ...page }) => ({
  ...page,
  gabarit: gabarit ?? (page.slug === '' ? 'index' : 'page'),
}));
export const Change = Fields.partial().extend(Aim.shape);

export const Listed = z.object({
  id: answers.id,
  slug: z.string(),
  titre: z.string(),
  gabarit: z.string(),
  publiee: z.boolean(),
  maj_le: answers.timestamp,
});
export const Whole = Listed.extend({ contenu: z.string() });
