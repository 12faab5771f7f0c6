/** `/api/demandes`: what visitors sent. */
import { z } from 'zod';
import { id, site, timestamp } from './shared.ts';

/** How many requests one reading gives. */
export const REQUESTS_AT_ONCE = { most: 200, usual: 50 } as const;

export const Reading = z.object({
  avant: z.string().optional().describe('« suite » d’une lecture précédente.'),
  limite: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= REQUESTS_AT_ONCE.most)
    .optional()
    .describe(`De 1 à ${REQUESTS_AT_ONCE.most} ; ${REQUESTS_AT_ONCE.usual} sans elle.`),
});

export const RequestList = z.object({
  site,
  demandes: z.array(
    z.object({
      id,
      recue_le: timestamp,
      page: z.string(),
      champs: z.record(z.string(), z.unknown()),
      ordre: z
        .array(z.string())
        .optional()
        .describe(
          'Les noms des champs dans l’ordre du formulaire, sauf pour ce qui a été reçu avant que cet ordre soit gardé.',
        ),
    }),
  ),
  suite: z.string().nullable().describe('Se redonne en « avant » ; null à la fin.'),
});
