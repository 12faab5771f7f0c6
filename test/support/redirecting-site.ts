import type { Answer } from './http.ts';
import type { TestProgram } from './program.ts';
import { createPublicSite, type PublicSite } from './public-site.ts';
import { signIn } from './sign-in.ts';

/** A published site whose owner leads addresses on. */
export interface RedirectingSite extends PublicSite {
  /** Asks the API with the session of the owner. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
  /** @param vers null where the page is gone @throws Error when the redirect is refused */
  lead(de: string, vers: string | null): Promise<void>;
  /** The status of an address, and where it leads; undefined where it leads nowhere. */
  led(
    path: string,
    headers?: Record<string, string>,
    method?: string,
  ): Promise<[status: number, location: string | undefined]>;
}

export async function createRedirectingSite(vitrine: TestProgram): Promise<RedirectingSite> {
  const site = await createPublicSite(vitrine);
  const { headers } = await signIn(vitrine, site);
  const ask = (method: string, path: string, body?: unknown) => vitrine.ask({ method, path, body, headers });
  return {
    ...site,
    ask,
    lead: async (de, vers) => {
      const answer = await ask('POST', '/api/redirections', { de, vers });
      if (answer.status !== 200) throw new Error(`${de} -> ${vers}: ${answer.text}`);
    },
    led: async (path, own = {}, method = 'GET') => {
      const { status, headers: sent } = await site.visit(path, own, method);
      return [status, sent.location as string | undefined];
    },
  };
}
