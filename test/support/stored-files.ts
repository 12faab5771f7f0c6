import type { Authorship } from '../../src/storage/theme-versions.ts';
import { query } from './database.ts';

/** Of themes that tests store themselves. */
export const BY_NOBODY: Authorship = { auteur: null, moyen: 'import' };

/** Stores files of a theme beside the program, whatever rules they break: its version and its time stay as they are. */
export async function storeFiles(
  databaseUrl: string,
  siteId: string,
  themeId: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await query(
    databaseUrl,
    `WITH f AS (
       SELECT chemin, contenu, vitrine_cle_de_texte(chemin, contenu) AS cle
       FROM unnest($3::text[], $4::text[]) AS f (chemin, contenu)
     ), t AS (
       INSERT INTO textes (cle, contenu) SELECT DISTINCT ON (cle) cle, contenu FROM f ON CONFLICT DO NOTHING
     )
     INSERT INTO fichiers (site_id, theme_id, chemin, texte, depuis) SELECT $1, $2, chemin, cle, 1 FROM f
     ON CONFLICT (site_id, theme_id, chemin) DO UPDATE SET texte = excluded.texte`,
    [siteId, themeId, Object.keys(files), Object.values(files)],
  );
}
