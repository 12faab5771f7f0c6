import type { Queryable } from './statement.ts';

/** What an address belongs to: an article stands in a blog. */
export interface AddressPlace {
  readonly genre: 'page' | 'article' | 'blog';
  /** Of an article: id of its blog; else null. */
  readonly blogId: string | null;
  /** The text that may have the address itself; null for none. */
  readonly except: string | null;
}

/** The addresses of other texts that begin with a part, or are the wanted one. */
export async function addressesLike(
  db: Queryable,
  siteId: string,
  { genre, blogId, except }: AddressPlace,
  { beginning, wanted }: { readonly beginning: string; readonly wanted: string },
): Promise<Set<string>> {
  const values = [siteId, beginning, except, wanted];
  const { rows } =
    genre === 'article'
      ? await db.query<{ slug: string }>(
          `SELECT slug FROM articles WHERE site_id = $1 AND blog_id = $5 AND (starts_with(slug, $2) OR slug = $4) AND id IS DISTINCT FROM $3::uuid`,
          [...values, blogId],
        )
      : genre === 'page'
        ? await db.query<{ slug: string }>(
            'SELECT slug FROM pages WHERE site_id = $1 AND (starts_with(slug, $2) OR slug = $4) AND id IS DISTINCT FROM $3::uuid',
            values,
          )
        : await db.query<{ slug: string }>(
            'SELECT slug FROM blogs WHERE site_id = $1 AND (starts_with(slug, $2) OR slug = $4) AND id IS DISTINCT FROM $3::uuid',
            values,
          );
  return new Set(rows.map(({ slug }) => slug));
}
