/** `/api/journal`: the record of a site. */
import { z } from 'zod';
import { ACT_GROUPS, ACTS, type ActGroup, type ActName } from '../journal/acts.ts';
import { id, limitUpTo, site, timestamp, uuid, wordOf } from './shared.ts';

/** How many entries one reading gives. */
export const ENTRIES_AT_ONCE = { most: 200, usual: 50 } as const;

const GROUPS = Object.keys(ACT_GROUPS) as [ActGroup, ...ActGroup[]];
const ACT_NAMES = Object.keys(ACTS) as [ActName, ...ActName[]];
const MEANS = ['compte', 'cle', 'exploitant', 'programme'] as const;

/** Which entries are wanted. */
export const JournalSelection = z.object({
  groupe: z.enum(GROUPS).optional().describe('Tous sans lui.'),
  acte: z.enum(ACT_NAMES).optional().describe('Un seul acte.'),
  compte: z
    .union([uuid, z.literal('exploitant')])
    .optional()
    .describe('Ce qu’un compte et ses clés ont fait, ou l’équipe du service.'),
  depuis: z.iso.date().optional().describe('Premier jour, dans le fuseau du site.'),
  jusqua: z.iso.date().optional().describe('Dernier jour.'),
});

export const Reading = JournalSelection.extend({
  avant: z.string().max(100).optional().describe('« suite » d’une lecture précédente.'),
  limite: limitUpTo(ENTRIES_AT_ONCE),
});

export const Journal = z.object({
  site,
  entrees: z.array(
    z.object({
      id,
      fait_le: timestamp,
      acte: wordOf(ACT_NAMES).nullable().describe('Null pour un acte que seule une version plus récente nomme.'),
      groupe: wordOf(GROUPS).nullable(),
      moyen: wordOf(MEANS).describe('Par quoi : un compte, une clé, l’équipe du service, le service lui-même.'),
      compte: id.nullable().describe('Le compte, aussi celui d’une clé ; null s’il n’existe plus.'),
      auteur: z
        .string()
        .nullable()
        .describe('Adresse du compte, ou nom de la clé, comme ils étaient alors ; null si le compte n’existe plus.'),
      qui: z.string(),
      quoi: z.string(),
      details: z.record(z.string(), z.string()),
    }),
  ),
  suite: z.string().nullable().describe('Se redonne en « avant » ; null à la fin.'),
});
