import { z } from 'zod';
import { isPageSlug } from '../../../content/slugs.ts';
import { atMostUnits, CONTENT_UNITS, seenName, uuid } from '../input.ts';

const Fields = z.object({
  slug: z.string().refine(isPageSlug),
  titre: seenName.trim().max(200),
  gabarit: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  contenu: atMostUnits(CONTENT_UNITS),
  publiee: z.boolean(),
});
export const Creation = Fields.partial({ gabarit: true, contenu: true, publiee: true });
export const Change = Fields.partial().extend({ id: uuid });
