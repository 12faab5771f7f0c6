import type { z } from 'zod';
import type { Profile, Profiling } from '../../contract/profile.ts';
import type { Told } from '../../contract/shared.ts';
import { askedAt } from '../site/page-address.ts';
import type { ApiContext, SiteCall } from './api.ts';

/** Measures one page of the site, rendered by one of its themes. @throws Refusal `introuvable`; MomentaryRefusal */
export async function profilePage(
  { profiles }: Pick<ApiContext, 'profiles'>,
  { caller, site, body, request }: Omit<SiteCall<unknown, z.output<typeof Profiling>>, 'query' | 'reply'>,
): Promise<Told<typeof Profile>> {
  const { id, adresse } = body;
  const measured = await profiles.measure({
    accountId: caller.accountId,
    site,
    themeId: id,
    ...askedAt(adresse),
    takeTurn: async () => request.takeTurn?.(),
  });
  return { ok: true, adresse, ...measured };
}
