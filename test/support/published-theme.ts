import { query } from './database.ts';
import { MINIMAL_THEME, type TestProgram } from './program.ts';
import { storeFiles } from './stored-files.ts';

/** Gives a site a published theme of these files, whatever rules they break. @returns its id */
export async function publishTheme(
  { databaseUrl }: Pick<TestProgram, 'databaseUrl'>,
  siteId: string,
  files: Readonly<Record<string, string>> = MINIMAL_THEME,
): Promise<string> {
  const { rows } = await query(
    databaseUrl,
    "INSERT INTO themes (site_id, nom, role, lignee) VALUES ($1, 'Essai', 'publie', gen_random_uuid()) RETURNING id",
    [siteId],
  );
  await storeFiles(databaseUrl, siteId, rows[0].id, files);
  return rows[0].id;
}
