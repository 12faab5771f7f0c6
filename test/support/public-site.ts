import { WITHOUT_TEMPLATE } from '../../engine/language/paths.ts';
import { type Answer, ask } from './http.ts';
import { createTenant, MINIMAL_THEME, type Tenant, type TestProgram } from './program.ts';

/** A site with a published theme, written through the API. */
export interface PublicSite extends Tenant {
  readonly host: string;
  readonly themeId: string;
  visit(path?: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  /** Writes a file of the published theme. */
  write(chemin: string, contenu: string): Promise<void>;
  /** Asks the API as the site's owner; what is refused throws. */
  manage(method: string, path: string, body?: object): Promise<Answer>;
}

/** A section that goes over the limit of a page's length. */
export const FLOOD = `{% for a in (1..9000) %}${'x'.repeat(4_000)}{% endfor %}`;

/** The smallest theme that has a template for each address. */
const THEME = {
  ...MINIMAL_THEME,
  ...Object.fromEntries(
    [...WITHOUT_TEMPLATE.keys()].map((path) => [path, MINIMAL_THEME['templates/index.json'] ?? '']),
  ),
};

/**
 * @param files laid over the smallest theme
 * @param origin id of a theme of the catalog over which all of that is laid, where a test asks for the origin of a theme: its many files take three
 * times as long
 */
export async function createPublicSite(
  vitrine: TestProgram,
  files: Readonly<Record<string, string>> = {},
  origin?: string,
): Promise<PublicSite> {
  const tenant = await createTenant(vitrine.databaseUrl);
  const { key, slug } = tenant;
  const host = `${slug}.localhost`;
  const manage = async (method: string, path: string, body?: object) => {
    const answer = await vitrine.ask({ method, path, key, besideSession: true, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const { themeId } = await makeTheme(manage, files, origin);
  const write = async (chemin: string, contenu: string) => {
    await manage('PUT', `/api/themes/${themeId}/fichiers`, { chemin, contenu });
  };
  await manage('PATCH', '/api/themes', { id: themeId, publier: true });
  return {
    ...tenant,
    host,
    themeId,
    write,
    manage,
    visit: (path = '/', headers = {}, method = 'GET') => ask({ port: vitrine.port, host, path, headers, method }),
  };
}

async function makeTheme(
  manage: PublicSite['manage'],
  files: Readonly<Record<string, string>>,
  origin: string | undefined,
): Promise<{ themeId: string }> {
  if (origin === undefined) {
    const archive = { format: 'service-theme', format_version: 1, nom: 'Essai', fichiers: { ...THEME, ...files } };
    return (await manage('POST', '/api/themes/importer', archive)).json();
  }
  const { themeId } = (await manage('POST', '/api/themes', { action: 'installer', origine: origin })).json();
  await manage('PUT', `/api/themes/${themeId}/fichiers`, { lot: { ecrire: { ...MINIMAL_THEME, ...files } } });
  return { themeId };
}

/** Pages that the program has rendered so far. */
export async function rendersOf(vitrine: TestProgram): Promise<number> {
  const { text } = await vitrine.ask({ host: 'localhost', path: '/metrics' });
  const counts = [...text.matchAll(/^vitrine_renders_total\{[^}]*\} (\d+)$/gm)].map(([, count]) => Number(count));
  if (counts.length === 0) throw new Error('the metrics count no renders');
  return counts.reduce((sum, count) => sum + count, 0);
}
