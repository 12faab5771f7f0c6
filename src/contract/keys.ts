/** `/api/cles`. */
import { z } from 'zod';
import { futureInstant, id, ok, properName, timestamp } from './shared.ts';

const scope = z.enum(['lecture', 'themes', 'atelier']);

export const Creation = z.object({
  nom: properName(80).optional(),
  portee: scope.default('themes'),
  expire_le: futureInstant.optional(),
});

const prefixe = z.string().length(12);

export const Created = ok.extend({ id, cle: z.string().describe('Montrée cette seule fois.'), prefixe });
export type Created = z.output<typeof Created>;

export const KeyList = z.object({
  cles: z.array(
    z.object({
      id,
      nom: z.string().nullable(),
      prefixe,
      portee: scope,
      cree_le: timestamp,
      derniere_utilisation: timestamp.nullable(),
      expire_le: timestamp.nullable(),
      revoquee_le: timestamp.nullable(),
    }),
  ),
});
