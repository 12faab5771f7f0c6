import type { ClientBase } from 'pg';
import { allowLongStatements } from './connection.ts';
import type { Change } from './content.ts';
import { laterThan } from './expressions.ts';
import type { Queryable, Statement } from './statement.ts';

export interface NewBlog {
  readonly slug: string;
  readonly titre: string;
  readonly description: string;
}

export interface Blog extends NewBlog {
  readonly id: string;
  readonly maj_le: string;
}

const COLUMNS = 'id, slug, titre, description, maj_le';

/** Sorted by address. */
export async function listBlogs(db: Queryable, siteId: string): Promise<Blog[]> {
  const { rows } = await db.query<Blog>(`SELECT ${COLUMNS} FROM blogs WHERE site_id = $1 ORDER BY slug COLLATE "C"`, [
    siteId,
  ]);
  return rows;
}

export async function findBlog(db: Queryable, siteId: string, id: string): Promise<Blog | null> {
  const { rows } = await db.query<Blog>(`SELECT ${COLUMNS} FROM blogs WHERE site_id = $1 AND id = $2`, [siteId, id]);
  return rows[0] ?? null;
}

export async function countBlogs(db: Queryable, siteId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM blogs WHERE site_id = $1', [siteId]);
  return rows[0]?.n ?? 0;
}

/** Adds a blog unless its address is taken. @returns its id, or null when it was. */
export async function insertBlog(db: Queryable, siteId: string, blog: NewBlog): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO blogs (site_id, slug, titre, description) VALUES ($1, $2, $3, $4)
     ON CONFLICT (site_id, slug) DO NOTHING RETURNING id`,
    [siteId, blog.slug, blog.titre, blog.description],
  );
  return rows[0]?.id ?? null;
}

/** @returns false when the site has no such blog. @throws what `isTaken` recognises */
export async function updateBlog(db: Queryable, siteId: string, id: string, change: Change<NewBlog>): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE blogs SET slug = coalesce($3, slug), titre = coalesce($4, titre), description = coalesce($5, description),
       maj_le = ${laterThan('maj_le')}
     WHERE site_id = $1 AND id = $2`,
    [siteId, id, change.slug, change.titre, change.description],
  );
  return rowCount === 1;
}

/** Removes a blog with its articles, which may be gigabytes. @returns false when the site has no such blog */
export async function deleteBlog(client: ClientBase, siteId: string, id: string): Promise<boolean> {
  const removal: Statement = {
    text: 'DELETE FROM blogs WHERE site_id = $1 AND id = $2',
    values: [siteId, id],
    query_timeout: await allowLongStatements(client),
  };
  const { rowCount } = await client.query(removal);
  return rowCount === 1;
}
