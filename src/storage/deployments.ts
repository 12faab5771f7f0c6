/** Themes that deployments made, each under a name of its own on its site. */
import type { ClientBase } from 'pg';
import type { Queryable } from './statement.ts';
import type { ThemeRole } from './themes.ts';

/** The theme that a deployment has under its name. */
interface DeployedTheme {
  readonly id: string;
  readonly role: ThemeRole;
}

/** @returns null when nothing was deployed under this name, or that theme was deleted */
export async function findDeployed(db: Queryable, siteId: string, name: string): Promise<DeployedTheme | null> {
  const { rows } = await db.query<DeployedTheme>(
    'SELECT id, role FROM themes WHERE site_id = $1 AND deploiement = $2',
    [siteId, name],
  );
  return rows[0] ?? null;
}

/** Gives a name to a theme, and takes the name from the theme that had it; under the site's lock. */
export async function nameDeployed(client: ClientBase, siteId: string, id: string, name: string): Promise<void> {
  await client.query('UPDATE themes SET deploiement = NULL WHERE site_id = $1 AND deploiement = $2', [siteId, name]);
  await client.query('UPDATE themes SET deploiement = $3 WHERE site_id = $1 AND id = $2', [siteId, id, name]);
}

/** @returns the number of the newest version that a deployment made, or null */
export async function findLastDeployment(db: Queryable, siteId: string, themeId: string): Promise<number | null> {
  const { rows } = await db.query<{ numero: number | null }>(
    "SELECT max(numero) AS numero FROM versions WHERE site_id = $1 AND theme_id = $2 AND moyen = 'deploiement'",
    [siteId, themeId],
  );
  return rows[0]?.numero ?? null;
}

/** Content by path of those of these files that exist. */
export async function readTexts(
  client: ClientBase,
  siteId: string,
  themeId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ chemin: string; contenu: string }>(
    'SELECT chemin, contenu FROM fichiers_complets WHERE site_id = $1 AND theme_id = $2 AND chemin = ANY ($3::text[])',
    [siteId, themeId, paths],
  );
  return new Map(rows.map(({ chemin, contenu }) => [chemin, contenu]));
}
