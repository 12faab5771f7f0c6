import { fileURLToPath } from 'node:url';
import pg from 'pg';
import Postgrator from 'postgrator';
import { expect } from 'vitest';
import { connectionSettings } from '../../../../src/storage/connection.ts';
import { directUrl } from '../../../support/database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../src/storage/migrations/', import.meta.url));
/** The last migration of the program before texts had a table of their own. */
const LAST = '5';

/**
 * The statements of the program before (commit e912024: `src/storage/themes.ts`, `theme-files.ts`, `theme-drafts.ts`, `public-themes.ts`), as it
 * sends them, on a connection as it has them.
 */
export class OldProgram {
  readonly #client: pg.Client;
  #ended: Promise<void> | null = null;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** @param url of a database without tables, which gets those of before */
  static async start(url: string): Promise<OldProgram> {
    const client = new pg.Client({ ...connectionSettings(directUrl(url), null), application_name: 'vitrine' });
    await client.connect();
    const postgrator = new Postgrator({
      ...({ driver: 'pg', newline: 'LF', schemaTable: 'vitrine_migrations' } as const),
      migrationPattern: `${MIGRATIONS}*.sql`,
      execQuery: (sql) => client.query(sql),
    });
    await postgrator.migrate(LAST);
    await client.query('GRANT SELECT, INSERT, UPDATE, DELETE ON themes, fichiers TO vitrine_gestion');
    await client.query('GRANT SELECT ON themes_publies, fichiers_publies, actifs_publics TO vitrine_public');
    await client.query('GRANT SELECT, UPDATE (contenu_maj_le) ON sites TO vitrine_gestion');
    return new OldProgram(client);
  }

  /** May be called more than once. */
  end(): Promise<void> {
    this.#ended ??= this.#client.end();
    return this.#ended;
  }

  /** @returns the id of the theme */
  insert(siteId: string, name: string, files: ReadonlyMap<string, string>): Promise<string> {
    return this.#transaction(async () => {
      const theme = await this.#insertDraft(siteId, name);
      await this.#upsertFiles(siteId, theme.id, theme.maj_le, files);
      return theme.id;
    });
  }

  /** @returns the id of the copy */
  copy(siteId: string, fromId: string, name: string): Promise<string> {
    return this.#transaction(async () => {
      await this.#lock(siteId, fromId);
      const theme = await this.#insertDraft(siteId, name);
      await this.#client.query(
        `INSERT INTO fichiers (site_id, theme_id, chemin, contenu, maj_le)
           SELECT site_id, $3::uuid, chemin, contenu, $4::timestamptz
           FROM fichiers WHERE site_id = $1 AND theme_id = $2`,
        [siteId, fromId, theme.id, theme.maj_le],
      );
      return theme.id;
    });
  }

  /** @param held called while the theme's lock is held, and the files are written */
  write(
    siteId: string,
    themeId: string,
    files: ReadonlyMap<string, string>,
    held: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    return this.#transaction(async () => {
      await this.#lock(siteId, themeId);
      await this.#upsertFiles(siteId, themeId, await this.#touch(siteId, themeId), files);
      await held();
    });
  }

  remove(siteId: string, themeId: string, paths: readonly string[]): Promise<void> {
    return this.#transaction(async () => {
      await this.#lock(siteId, themeId);
      await this.#touch(siteId, themeId);
      await this.#client.query(
        'DELETE FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND chemin = ANY ($3::text[])',
        [siteId, themeId, paths],
      );
    });
  }

  publish(siteId: string, themeId: string): Promise<void> {
    return this.#transaction(async () => {
      await this.#client.query('SELECT id FROM sites WHERE id = $1 FOR NO KEY UPDATE', [siteId]);
      await this.#lock(siteId, themeId);
      await this.#client.query(
        "UPDATE themes SET role = 'brouillon' WHERE site_id = $1 AND role = 'publie' AND id <> $2",
        [siteId, themeId],
      );
      await this.#client.query(
        `UPDATE themes SET role = 'publie', issu_de = NULL, maj_le = greatest(clock_timestamp(), maj_le + interval '1 microsecond') WHERE site_id = $1 AND id = $2`,
        [siteId, themeId],
      );
    });
  }

  /** Content by path, as its exports and its API tell it. */
  async read(siteId: string, themeId: string): Promise<Map<string, string>> {
    return this.#as('vitrine_gestion', async () => {
      const { rows } = await this.#client.query<{ chemin: string; contenu: string }>(
        `SELECT f.chemin, f.contenu
  FROM themes t LEFT JOIN fichiers f ON f.site_id = t.site_id AND f.theme_id = t.id
  WHERE t.site_id = $1 AND t.id = $2 ORDER BY chemin COLLATE "C"`,
        [siteId, themeId],
      );
      for (const { chemin, contenu } of rows.slice(0, 2)) {
        const found = await this.#client.query(
          'SELECT chemin, contenu, maj_le FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND chemin = $3',
          [siteId, themeId, chemin],
        );
        expect(found.rows[0].contenu).toBe(contenu);
      }
      return new Map(rows.map(({ chemin, contenu }) => [chemin, contenu]));
    });
  }

  /** Content by path of the published theme of a site, as its pages have it; of code, with the key that it is compiled under. */
  readPublished(siteId: string): Promise<{ readonly id: string; readonly code: Map<string, [string, string]> }> {
    return this.#as('vitrine_public', async () => {
      const { rows } = await this.#client.query(
        `SELECT t.id, f.* FROM themes_publies t CROSS JOIN LATERAL (
             SELECT
                    coalesce(json_agg(json_build_object('path', chemin, 'key', cle_de_code, 'text', contenu))
                      FILTER (WHERE cle_de_code IS NOT NULL), '[]') AS code
             FROM fichiers_publies WHERE site_id = t.site_id AND theme_id = t.id) f
           WHERE t.site_id = $1`,
        [siteId],
      );
      const code = rows[0].code.map(({ path, key, text }: Record<string, string>) => [path, [key, text]]);
      return { id: rows[0].id, code: new Map(code) };
    });
  }

  async #insertDraft(siteId: string, name: string): Promise<{ id: string; maj_le: string }> {
    const { rows } = await this.#client.query(
      `INSERT INTO themes (site_id, nom, version, origine, issu_de) VALUES ($1, $2, $3, $4, $5) RETURNING id, maj_le`,
      [siteId, name, '1.0.0', null, null],
    );
    return rows[0];
  }

  async #upsertFiles(siteId: string, id: string, updatedAt: string, files: ReadonlyMap<string, string>): Promise<void> {
    await this.#client.query(
      `INSERT INTO fichiers (site_id, theme_id, chemin, contenu, maj_le)
           SELECT $1::uuid, $2::uuid, f.chemin, f.contenu, $5::timestamptz
           FROM unnest($3::text[], $4::text[]) AS f (chemin, contenu)
           ON CONFLICT (site_id, theme_id, chemin) DO UPDATE SET contenu = excluded.contenu, maj_le = excluded.maj_le`,
      [siteId, id, [...files.keys()], [...files.values()], updatedAt],
    );
  }

  async #lock(siteId: string, id: string): Promise<void> {
    await this.#client.query(
      'SELECT id, nom, version, role, origine, maj_le FROM themes WHERE site_id = $1 AND id = $2 FOR UPDATE',
      [siteId, id],
    );
  }

  async #touch(siteId: string, id: string): Promise<string> {
    const { rows } = await this.#client.query(
      `UPDATE themes SET maj_le = greatest(clock_timestamp(), maj_le + interval '1 microsecond') WHERE site_id = $1 AND id = $2 RETURNING maj_le`,
      [siteId, id],
    );
    return String(rows[0]?.maj_le);
  }

  #transaction<T>(work: () => Promise<T>): Promise<T> {
    return this.#as('vitrine_gestion', work);
  }

  /** Runs a transaction with the rights of one of its pools. */
  async #as<T>(role: 'vitrine_gestion' | 'vitrine_public', work: () => Promise<T>): Promise<T> {
    await this.#client.query('BEGIN');
    try {
      await this.#client.query(`SET LOCAL ROLE ${role}`);
      const result = await work();
      await this.#client.query('COMMIT');
      return result;
    } catch (error) {
      await this.#client.query('ROLLBACK');
      throw error;
    }
  }
}
