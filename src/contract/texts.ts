/** `/api/textes`: pages and articles by their words (docs/content.md, The list). */
import { z } from 'zod';
import * as answers from './shared.ts';
import { storableText } from './shared.ts';

export const Search = z.object({
  q: storableText
    .max(200)
    .optional()
    .describe(
      'Mots du titre, de l’adresse ou de l’extrait, dans l’ordre que l’on veut ; sans eux, les derniers textes.',
    ),
});

export const FoundTexts = z.object({
  site: answers.site,
  textes: z.array(
    z.object({
      genre: answers.wordOf(['page', 'article'] as const),
      id: answers.id,
      titre: z.string(),
      adresse: z.string().describe('Chemin sur le site.'),
      visible: z.boolean().describe('Si les visiteurs le voient en ce moment.'),
    }),
  ),
});
