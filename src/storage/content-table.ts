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
export type Listed<Fields, Unlisted extends keyof Fields = never> = Omit<Fields, Unlisted> & Kept;

/** A table of texts that a site has many of. Names and SQL are ours, never taken from input. */
export interface Description<Fields, Unlisted extends keyof Fields> {
  readonly name: string;
  /** What an author writes. */
  readonly columns: readonly (keyof Fields & string)[];
  /** What a list leaves out. */
  readonly unlisted?: readonly (Unlisted & string)[];
  /** Columns whose value at this instant is another one than that of the row, in SQL. */
  readonly present?: { readonly [Column in keyof Fields]?: string };
  /** How a list is sorted. */
  readonly order: string;
  /** Values of a new row for fields that are not given. */
  readonly defaults?: { readonly [Column in keyof Fields]?: string };
}

/** The statements of one table of texts: pages, blogs or articles. `Given` is what a new one needs. */
export class ContentTable<Fields, Given extends Change<Fields> = Fields, Unlisted extends keyof Fields = never> {
  readonly name: string;
  protected readonly columns: readonly (keyof Fields & string)[];
  readonly #sql: { readonly [Statement in 'list' | 'find' | 'count' | 'insert' | 'update' | 'delete']: string };

  constructor({ name, columns, unlisted = [], present = {}, order, defaults = {} }: Description<Fields, Unlisted>) {
    this.name = name;
    this.columns = columns;
    const read = (column: keyof Fields & string) => (present[column] ? `${present[column]} AS ${column}` : column);
    const sql = {
      name,
      order,
      columns: columns.join(', '),
      read: columns.map(read).join(', '),
      listed: columns
        .filter((column) => !(unlisted as readonly string[]).includes(column))
        .map(read)
        .join(', '),
      given: columns
        .map((column, n) => (column in defaults ? `coalesce($${n + 2}, ${defaults[column]})` : `$${n + 2}`))
        .join(', '),
      changed: columns.map((column, n) => `${column} = coalesce($${n + 3}, ${column})`).join(', '),
    };
    this.#sql = {
      list: `SELECT id, ${sql.listed}, maj_le FROM ${sql.name} WHERE site_id = $1 ORDER BY ${sql.order}`,
      find: `SELECT id, ${sql.read}, maj_le FROM ${sql.name} WHERE site_id = $1 AND id = $2`,
      count: `SELECT count(*)::int AS n FROM ${sql.name} WHERE site_id = $1`,
      insert: `INSERT INTO ${sql.name} (site_id, ${sql.columns}) VALUES ($1, ${sql.given})
               ON CONFLICT DO NOTHING RETURNING id`,
      update: `UPDATE ${sql.name} SET ${sql.changed}, maj_le = ${laterThan('maj_le')}
               WHERE site_id = $1 AND id = $2 RETURNING maj_le`,
      delete: `DELETE FROM ${sql.name} WHERE site_id = $1 AND id = $2`,
    };
  }

  async list(db: Queryable, siteId: string): Promise<Listed<Fields, Unlisted>[]> {
    return (await db.query<Listed<Fields, Unlisted>>(this.#sql.list, [siteId])).rows;
  }

  async find(db: Queryable, siteId: string, id: string): Promise<(Fields & Kept) | null> {
    return (await db.query<Fields & Kept>(this.#sql.find, [siteId, id])).rows[0] ?? null;
  }

  async count(db: Queryable, siteId: string): Promise<number> {
    return (await db.query<{ n: number }>(this.#sql.count, [siteId])).rows[0]?.n ?? 0;
  }

  /** Adds a text. @returns its id; null when the address is taken, and nothing was added */
  async insert(db: Queryable, siteId: string, given: Given): Promise<string | null> {
    const values = [siteId, ...this.columns.map((column) => given[column])];
    return (await db.query<Kept>(this.#sql.insert, values)).rows[0]?.id ?? null;
  }

  /** @returns the new `maj_le`; null when the site has no such text. @throws what `isTaken` recognises */
  async update(db: Queryable, siteId: string, id: string, change: Change<Fields>): Promise<string | null> {
    const values = [siteId, id, ...this.columns.map((column) => change[column])];
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
    return this.columns.some((column) => change[column] !== undefined);
  }
}
