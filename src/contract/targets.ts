/** `/api/cibles`: what stands at addresses of a site (docs/menus.md, Targets that are gone). */
import { z } from 'zod';
import * as answers from './shared.ts';
import { atMostUnits } from './shared.ts';

/** Most addresses of a question, and the longest of them, UTF-16 code units: no text of a site has a longer one. */
const ADDRESSES = 100;
const ADDRESS_UNITS = 300;

export const Question = z.object({
  adresses: z
    .array(atMostUnits(ADDRESS_UNITS).regex(/^\//))
    .max(ADDRESSES)
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
