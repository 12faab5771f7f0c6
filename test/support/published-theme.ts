import { query } from './database.ts';
import { MINIMAL_THEME, type TestProgram } from './program.ts';

/** Gives a site a published theme of these files, whatever rules they break. @returns its id */
export async function publishTheme(
  { databaseUrl }: Pick<TestProgram, 'databaseUrl'>,
  siteId: string,
  files: Readonly<Record<string, string>> = MINIMAL_THEME,
): Promise<string> {
  const { rows } = await query(
    databaseUrl,
    "INSERT INTO themes (site_id, nom, role) VALUES ($1, 'Essai', 'publie') RETURNING id",
    [siteId],
  );
  await query(
    databaseUrl,
    'INSERT INTO fichiers (site_id, theme_id, chemin, contenu) SELECT $1, $2, * FROM unnest($3::text[], $4::text[])',
    [siteId, rows[0].id, Object.keys(files), Object.values(files)],
  );
  return rows[0].id;
}
