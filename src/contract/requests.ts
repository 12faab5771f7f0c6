/** `/api/demandes`: what visitors sent. */
import { z } from 'zod';
import { FILINGS } from '../text/request-words.ts';
import { id, limitUpTo, ok, present, site, storableText, timestamp, together, uuid, wordOf } from './shared.ts';

/** How many requests one reading gives. */
export const REQUESTS_AT_ONCE = { most: 200, usual: 50 } as const;
/** How many requests one act changes. */
const CHANGED_AT_ONCE = 200;

const filing = z.enum(FILINGS);

/** Which requests are wanted. */
export const RequestSelection = z.object({
  q: storableText
    .max(200)
    .optional()
    .describe('Des mots, tous dans les champs ou la page, quels que soient leur ordre, la casse et les accents.'),
  classement: filing.optional().describe('Toutes sans lui.'),
  non_lues: present.describe('Seulement ce que personne n’a lu : il suffit qu’il soit là.'),
});

export const Reading = RequestSelection.extend({
  avant: z.string().optional().describe('« suite » d’une lecture précédente.'),
  limite: limitUpTo(REQUESTS_AT_ONCE),
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
      lue_le: timestamp.nullable().describe('Quand un membre l’a lue ; null si personne ne l’a lue.'),
      classement: wordOf(FILINGS),
    }),
  ),
  suite: z
    .string()
    .nullable()
    .describe('Se redonne en « avant » ; null à la fin. Une recherche longue en donne une avec moins de demandes.'),
});

const ids = z.array(uuid).min(1).max(CHANGED_AT_ONCE);

export const RequestChanges = z.object({
  ids,
  lue: z.boolean().optional(),
  classement: filing.optional(),
});
export const RequestsChanged = ok.extend({
  nombre: z.int().describe('Combien de ces demandes le site a ; les autres sont supprimées.'),
});

export const RequestRemoval = z
  .object({
    id: uuid.optional(),
    ids: z
      .string()
      .max(CHANGED_AT_ONCE * 37)
      .transform((text) => text.split(','))
      .pipe(ids)
      .optional()
      .describe('Plusieurs, séparés par des virgules, à la place de « id ».'),
  })
  .refine(({ id: one, ids: several }) => (one === undefined) !== (several === undefined), together);
export const RequestsRemoved = ok.extend({
  nombre: z.int().optional().describe('De « ids » : combien de ces demandes le site avait.'),
});
