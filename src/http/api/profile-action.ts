import { z } from 'zod';
import { PREVIEW_REASONS } from '../../sites/draft-previews.ts';
import { askedAt } from '../site/page-address.ts';
import type { ApiContext, SiteCall } from './api.ts';
import type { Profiling } from './bodies/themes.ts';

const Frame = z.object({
  /** Index of the frame that it was called from; null for the page. */
  parent: z.int().nullable(),
  genre: z.enum(['page', 'layout', 'section', 'snippet', 'tag', 'autres']),
  nom: z.string(),
  chemin: z.string(),
  ligne: z.int(),
  colonne: z.int(),
  appels: z.int(),
  ms: z.number(),
  ms_propres: z.number(),
  objets: z.int(),
  objets_propres: z.int(),
});

/** What the action `profiler` answers (docs/profile.md). */
export const Profile = z.object({
  ok: z.literal(true),
  adresse: z.string(),
  statut: z.union([z.literal(200), z.literal(404), z.literal(503)]),
  raison: z.enum(PREVIEW_REASONS).nullable(),
  gabarit: z.string().nullable(),
  ms: z.number(),
  objets: z.int(),
  profil: z.array(Frame),
});

/** Measures one page of the site, rendered by one of its themes. @throws Refusal `introuvable`; MomentaryRefusal */
export async function profilePage(
  { profiles }: Pick<ApiContext, 'profiles'>,
  { caller, site, body, request }: Omit<SiteCall<unknown, z.output<typeof Profiling>>, 'query' | 'reply'>,
): Promise<z.input<typeof Profile>> {
  const { id, adresse } = body;
  const { profil, ...measured } = await profiles.measure({
    accountId: caller.accountId,
    site,
    themeId: id,
    ...askedAt(adresse),
    takeTurn: async () => request.takeTurn?.(),
  });
  return { ok: true, adresse, ...measured, profil: [...profil] };
}
