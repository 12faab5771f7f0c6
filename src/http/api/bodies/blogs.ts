import { z } from 'zod';
import { BLOG_SLUG } from '../../../content/slugs.ts';
import { seenName, storableText, uuid } from '../input.ts';

const Fields = z.object({
  slug: z.string().regex(BLOG_SLUG),
  titre: seenName.trim().min(1).max(200),
  description: storableText.max(2000),
});
export const Creation = Fields.partial({ description: true });
export const Change = Fields.partial().extend({ id: uuid });
