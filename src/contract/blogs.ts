import { z } from 'zod';
import { BLOG_SLUG } from '../content/slugs.ts';
import * as answers from './shared.ts';
import { Aim, seenTitle, storableText } from './shared.ts';

const Fields = z.object({
  slug: z.string().regex(BLOG_SLUG),
  titre: seenTitle.trim().min(1).max(200),
  description: storableText.max(2000),
});

export const Creation = Fields.extend({ description: Fields.shape.description.default('') });
export const Change = Fields.partial().extend(Aim.shape);

export const Whole = z.object({
  id: answers.id,
  slug: z.string(),
  titre: z.string(),
  description: z.string(),
  maj_le: answers.timestamp,
});
