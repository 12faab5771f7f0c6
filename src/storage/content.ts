import type { Queryable } from './statement.ts';

/** Fields to change; what is absent stays as it is. */
export type Change<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

/**
 * Takes the site row's lock for this transaction, so that changes of one site's content follow each other. Rows that refer to
 * the site can still be added meanwhile.
 * @returns false when there is no such site
 */
export async function lockSite(client: Queryable, siteId: string): Promise<boolean> {
  const { rows } = await client.query<{ present: boolean }>('SELECT vitrine_tenir_site($1) AS present', [siteId]);
  return rows[0]?.present ?? false;
}

/** Gives the site's content a new version; every change of pages, blogs, menus or settings does so in its transaction. */
export async function touchContent(db: Queryable, siteId: string): Promise<void> {
  await db.query('SELECT vitrine_changer_contenu($1)', [siteId]);
}
