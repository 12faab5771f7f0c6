import { z } from 'zod';
import { isLink, LINK_UNITS } from '../../../content/links.ts';
import { BLOG_SLUG } from '../../../content/slugs.ts';
import { atMostUnits, CONTENT_UNITS, instant, seenName, storableText, uuid } from '../input.ts';

const Fields = z.object({
  blog_id: uuid,
  slug: z.string().regex(BLOG_SLUG),
  titre: seenName.trim().min(1).max(200),
  extrait: storableText.max(1000),
  contenu: atMostUnits(CONTENT_UNITS),
  /** Address of a picture; empty for none. */
  image: atMostUnits(LINK_UNITS).refine(isLink),
  publie: z.boolean(),
  publie_le: instant,
});
export const Creation = Fields.partial({ extrait: true, contenu: true, image: true, publie: true, publie_le: true });
export const Change = Fields.partial().extend({ id: uuid });
