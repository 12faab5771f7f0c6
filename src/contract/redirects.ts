/** `/api/redirections`: addresses of a site that lead on (docs/redirects.md). */
import { z } from 'zod';
import * as answers from './shared.ts';
import { limitUpTo, storableText } from './shared.ts';

/** How many redirects one reading gives, and one file brings. */
export const REDIRECTS_AT_ONCE = { most: 200, usual: 50, brought: 10_000 } as const;

/** Longest address in a question, UTF-16 code units: what may be stored is shorter. */
const SAID_UNITS = 4_000;

export const Reading = z.object({
  q: storableText.max(200).optional().describe('Un morceau de l’adresse de départ ou d’arrivée.'),
  de: storableText.max(SAID_UNITS).optional().describe('Donne la seule redirection de cette adresse.'),
  apres: storableText.max(SAID_UNITS).optional().describe('« suite » d’une lecture précédente.'),
  limite: limitUpTo(REDIRECTS_AT_ONCE),
});

export const OneRedirect = z.object({ de: storableText.max(SAID_UNITS) });

const Wish = z.object({
  de: z.string().describe('Un chemin du site, avec ou sans « ? » et ce qui le suit.'),
  vers: z.string().nullable().describe('Un chemin du site, ou une adresse https ; null : la page n’existe plus (410).'),
  dessous: z
    .boolean()
    .optional()
    .describe(
      'Si tout ce qui est sous « de » mène au même endroit sous « vers » : compte d’un blog à un autre seulement.',
    ),
});

export const Addition = z.union([Wish, z.object({ redirections: z.array(Wish).max(REDIRECTS_AT_ONCE.brought) })]);

export const Redirect = z.object({
  de: z.string(),
  vers: z.string().nullable().describe('null : la page n’existe plus (410).'),
  dessous: z.boolean().describe('Si tout ce qui est sous « de » mène au même endroit sous « vers ».'),
  moyen: answers
    .wordOf(['adresse', 'main', 'import'] as const)
    .describe('Un changement d’adresse, une personne, un fichier.'),
  cree_le: answers.timestamp,
});
export type Redirect = z.output<typeof Redirect>;

export const RedirectList = z.object({
  site: answers.site,
  redirections: z.array(Redirect),
  suite: z.string().nullable().describe('Se redonne en « apres » ; null à la fin.'),
  total: z.int().describe('Combien de redirections ont ce morceau ; toutes, sans « q ».'),
});

export const Added = answers.ok.extend({ de: z.string(), vers: z.string().nullable() });

export const Brought = answers.ok.extend({
  ajoutees: z.int().describe('Avec celles qui en remplacent une autre.'),
  refusees: z.array(
    z.object({
      ligne: z.int().positive().describe('Place dans la liste, à partir de 1.'),
      de: z.string(),
      error: z.string(),
      message: z.string(),
    }),
  ),
});
