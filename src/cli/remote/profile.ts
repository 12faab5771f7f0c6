/** The profile of one page, as the service measured it. */
import { z } from 'zod';
import { visible } from '../terminal.ts';
import type { Remote } from './remote.ts';

const text = z.string().transform(visible);
const cost = z.number().nonnegative();
const count = z.int().nonnegative();

const Frame = z.object({
  parent: count.nullable(),
  genre: text,
  nom: text,
  chemin: text,
  ligne: z.int().positive(),
  colonne: z.int().positive(),
  appels: count,
  ms: cost,
  ms_propres: cost,
  objets: count,
  objets_propres: count,
});

const Profile = z.object({
  ok: z.literal(true),
  adresse: text,
  statut: z.int(),
  raison: text.nullable(),
  gabarit: text.nullable(),
  ms: cost,
  objets: count,
  /** A parent stands before its children. */
  profil: z
    .array(Frame)
    .refine((frames) => frames.every(({ parent }, index) => (parent === null ? index === 0 : parent < index))),
});
export type RemoteProfile = z.output<typeof Profile>;
export type RemoteFrame = RemoteProfile['profil'][number];

/** Measures a page, rendered by a theme as the service has it. @throws RemoteRefusal, Unreachable */
export const profileThere = (remote: Remote, themeId: string, adresse: string): Promise<RemoteProfile> =>
  remote.ask(Profile, {
    method: 'POST',
    path: '/api/themes',
    body: { action: 'profiler', id: themeId, adresse },
    repeatable: true,
  });
