/** `/api/liens-casses`: links inside a site that lead nowhere (docs/redirects.md). */
import { z } from 'zod';
import * as answers from './shared.ts';
import { storableText } from './shared.ts';

export const Reading = z.object({
  apres: storableText.max(4_000).optional().describe('« suite » de la lecture précédente.'),
});

export const BrokenLinks = z.object({
  site: answers.site,
  liens: z.array(
    z.object({
      adresse: z.string().describe('Chemin sur le site, avec ce qui suit « ? ».'),
      etat: answers
        .wordOf(['absente', 'brouillon', 'supprimee'] as const)
        .describe('Rien n’est là ; un texte qui n’est pas publié ; une page déclarée supprimée (410).'),
      ou: z
        .array(
          z.object({
            genre: answers.wordOf(['theme', 'page', 'article', 'blog', 'menu', 'reglages', 'redirection'] as const),
            id: answers.id.nullable(),
            nom: z.string(),
          }),
        )
        .describe('Les endroits qui ont ce lien, de la partie du site qui vient d’être lue.'),
    }),
  ),
  omises: z.int().describe('Combien d’adresses de cette partie n’ont pas été regardées : elle en a trop.'),
  suite: z.string().nullable().describe('Se redonne en « apres » pour la partie suivante du site ; null à la fin.'),
});
