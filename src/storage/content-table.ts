import type { ClientBase } from 'pg';
import { allowLongStatements } from './connection.ts';
import type { Change } from './content.ts';
import { laterThan } from './expressions.ts';
import type { Queryable, Statement } from './statement.ts';

/** The columns that the program itself fills. */
export interface Kept {
  readonly id: string;
  readonly maj_le: string;
}

/** A row of a list. */
export type Listed<Fields> = Omit<Fields, 'contenu'> & Kept;

/** A table of texts that a site has many of. Names and SQL are ours, never taken from input. */
interface Description<Fields> {
  readonly name: string;
  /** What an author writes; a list leaves out `contenu`. */
  readonly columns: readonly (keyof Fields & string)[];
  /** How a list is sorted. */
  readonly order: string;
  /** Values of a new row for fields that are not given. */
  readonly defaults?: { readonly [Column in keyof Fields]?: string };
}

/** The statements of one table of texts: pages, blogs or articles. `Given` is what a new one needs. */
export class ContentTable<Fields, Given extends Change<Fields> = Fields> {
  readonly name: string;
  readonly #columns: readonly (keyof Fields & string)[];
  readonly #sql: { readonly [Statement in 'list' | 'find' | 'count' | 'insert' | 'update' | 'delete']: string };

  constructor({ name, columns, order, defaults = {} }: Description<Fields>) {
    this.name = name;
    this.#columns = columns;
    const sql = {
      name,
      order,
      columns: columns.join(', '),
      listed: columns.filter((column) => column !== 'contenu').join(', '),
      given: columns
        .map((column, n) => (column in defaults ? `coalesce($${n + 2}, ${defaults[column]})` : `$${n + 2}`))
        .join(', '),
      changed: columns.map((column, n) => `${column} = coalesce($${n + 3}, ${column})`).join(', '),
    };
    this.#sql = {
      list: `SELECT id, ${sql.listed}, maj_le FROM ${sql.name} WHERE site_id = $1 ORDER BY ${sql.order}`,
      find: `SELECT id, ${sql.columns}, maj_le FROM ${sql.name} WHERE site_id = $1 AND id = $2`,
      count: `SELECT count(*)::int AS n FROM ${sql.name} WHERE site_id = $1`,
      insert: `INSERT INTO ${sql.name} (site_id, ${sql.columns}) VALUES ($1, ${sql.given})
               ON CONFLICT DO NOTHING RETURNING id`,
      update: `UPDATE ${sql.name} SET ${sql.changed}, maj_le = ${laterThan('maj_le')}
               WHERE site_id = $1 AND id = $2 RETURNING maj_le`,
      delete: `DELETE FROM ${sql.name} WHERE site_id = $1 AND id = $2`,
    };
  }

  async list(db: Queryable, siteId: string): Promise<Listed<Fields>[]> {
    return (await db.query<Listed<Fields>>(this.#sql.list, [siteId])).rows;
  }

  async find(db: Queryable, siteId: string, id: string): Promise<(Fields & Kept) | null> {
    return (await db.query<Fields & Kept>(this.#sql.find, [siteId, id])).rows[0] ?? null;
  }

  async count(db: Queryable, siteId: string): Promise<number> {
    return (await db.query<{ n: number }>(this.#sql.count, [siteId])).rows[0]?.n ?? 0;
  }

  /** Adds a text. @returns its id; null when the address is taken, and nothing was added */
  async insert(db: Queryable, siteId: string, given: Given): Promise<string | null> {
    const values = [siteId, ...this.#columns.map((column) => given[column])];
    return (await db.query<Kept>(this.#sql.insert, values)).rows[0]?.id ?? null;
  }

  /** @returns the new `maj_le`; null when the site has no such text. @throws what `isTaken` recognises */
  async update(db: Queryable, siteId: string, id: string, change: Change<Fields>): Promise<string | null> {
    const values = [siteId, id, ...this.#columns.map((column) => change[column])];
    return (await db.query<Kept>(this.#sql.update, values)).rows[0]?.maj_le ?? null;
  }

  /** Removes a text; a blog with its articles, which may be gigabytes. @returns false when the site has no such text */
  async delete(client: ClientBase, siteId: string, id: string): Promise<boolean> {
    const removal: Statement = {
      text: this.#sql.delete,
      values: [siteId, id],
      query_timeout: await allowLongStatements(client),
    };
    return (await client.query(removal)).rowCount === 1;
  }

  /** Whether a change has any field. */
  changes(change: Change<Fields>): boolean {
    return this.#columns.some((column) => change[column] !== undefined);
  }
}
