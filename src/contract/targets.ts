/** `/api/cibles`: what stands at addresses of a site (docs/menus.md, Targets that are gone). */
import { z } from 'zod';
import { TARGET_LIMITS } from '../content/links.ts';
import * as answers from './shared.ts';
import { atMostUnits } from './shared.ts';

export const Question = z.object({
  adresses: z
    .array(atMostUnits(TARGET_LIMITS.units).regex(/^\//))
    .max(TARGET_LIMITS.addresses)
    .describe('Chemins sur le site, tels que des liens les ont.'),
});

export const Targets = z.object({
  site: answers.site,
  cibles: z
    .array(
      z.object({
        adresse: z.string(),
        genre: answers.wordOf(['page', 'blog', 'article', 'autre'] as const),
        titre: z.string(),
        etat: answers.wordOf(['visible', 'brouillon', 'redirigee', 'absente'] as const),
      }),
    )
    .describe('Dans l’ordre des adresses.'),
});
