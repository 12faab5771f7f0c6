/** `POST /api/themes` with `profiler` (docs/profile.md). */
import { z } from 'zod';
import { PREVIEW_REASONS, pageAddress } from './previews.ts';
import { ok, place, uuid, visitorStatus, wordOf } from './shared.ts';

/** One page to measure, rendered by any theme of the site. */
export const Profiling = z.object({ action: z.literal('profiler'), id: uuid, adresse: pageAddress });

const count = z.int().nonnegative();
const milliseconds = z.number().nonnegative();

const Frame = z.object({
  parent: count.nullable().describe('Rang de la partie qui l’appelle, qui est avant elle ; null pour la page.'),
  genre: wordOf(['page', 'layout', 'section', 'snippet', 'tag', 'autres']),
  nom: z.string(),
  chemin: z.string(),
  ligne: place,
  colonne: place,
  appels: count,
  ms: milliseconds,
  ms_propres: milliseconds,
  objets: count,
  objets_propres: count,
});
export type Frame = z.output<typeof Frame>;

export const Profile = ok.extend({
  adresse: z.string(),
  statut: visitorStatus,
  raison: wordOf(PREVIEW_REASONS).nullable(),
  gabarit: z.string().nullable(),
  ms: milliseconds,
  objets: count,
  profil: z
    .array(Frame)
    .refine((frames) => frames.every(({ parent }, index) => (parent === null ? index === 0 : parent < index))),
});
export type Profile = z.output<typeof Profile>;
