import type { PoolClient } from 'pg';
import { Refusal, siteFull } from '../errors.ts';
import { allowLongStatements } from '../storage/connection.ts';
import type { Change } from '../storage/content.ts';
import type { ContentTable, Kept } from '../storage/content-table.ts';
import { type DeletedGenre, keepDeleted } from '../storage/deleted-texts.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { Queryable } from '../storage/statement.ts';
import { changeContent, writeContent } from './changes.ts';
import { assertUnchanged, expectedVersion, type Guard } from './guard.ts';
import { followBlog, giveWay } from './moved-texts.ts';

/** A kind of text that a site has many of. */
export interface Kind<Fields, Given extends Change<Fields>> {
  readonly table: Pick<
    ContentTable<Fields, Given>,
    'name' | 'find' | 'count' | 'insert' | 'update' | 'delete' | 'changes'
  > & { list(db: Queryable, siteId: string): Promise<readonly Kept[]> };
  readonly genre: DeletedGenre;
  /** How many a site may have. */
  readonly atMost: number;
  /** The fields in the form in which they are stored. @throws Refusal */
  prepare?<Some extends Change<Fields>>(db: RolePools, fields: Some): Promise<Some>;
  /** The path of a text. @param fields what makes its address */
  pathOf(client: PoolClient, siteId: string, fields: Change<Fields>): Promise<string> | string;
  /** Checks the fields against other rows, under the site's lock. @throws Refusal */
  assertFits?(client: PoolClient, siteId: string, fields: Change<Fields>): Promise<void>;
}

/** A change of one text. */
interface TextChange<Fields> {
  readonly id: string;
  /** Fields that the table does not have are ignored. */
  readonly change: Change<Fields>;
  readonly guard: Guard | undefined;
  /** Whether a former address leads on. */
  readonly leads: boolean;
}

/** The texts of one kind, of any site: read and changed as the API does. */
export class Collection<Fields, Given extends Change<Fields> = Fields> {
  readonly #kind: Kind<Fields, Given>;

  constructor(kind: Kind<Fields, Given>) {
    this.#kind = kind;
  }

  /** How many a site may have. */
  get atMost(): number {
    return this.#kind.atMost;
  }

  list(db: RolePools, siteId: string): Promise<readonly Kept[]> {
    return this.#kind.table.list(db, siteId);
  }

  /** @throws Refusal `introuvable` */
  async read(db: RolePools, siteId: string, id: string): Promise<Fields & Kept> {
    return present(await this.#kind.table.find(db, siteId, id));
  }

  /** @returns its id @throws Refusal `invalid_input` when the site is full, `adresse_prise`; what the kind refuses */
  async create(db: RolePools, siteId: string, given: Given): Promise<string> {
    const { table, atMost, prepare, assertFits, pathOf } = this.#kind;
    const prepared = prepare ? await prepare(db, given) : given;
    return changeContent(db, siteId, async (client) => {
      await assertFits?.(client, siteId, prepared);
      if ((await table.count(client, siteId)) >= atMost) throw siteFull(atMost, table.name);
      const id = await table.insert(client, siteId, prepared);
      if (!id) throw new Refusal('adresse_prise');
      await giveWay(client, siteId, await pathOf(client, siteId, prepared));
      return id;
    });
  }

  /**
   * Changes the given fields. Without a field it only reads.
   * @returns the `maj_le` of the text after the change
   * @throws Refusal `introuvable`, `adresse_prise`, what the kind refuses; what the guard refuses: `invalid_input`, `autre_site`,
   *   `modifie_entre_temps`
   */
  async change(db: RolePools, siteId: string, { id, change, guard, leads }: TextChange<Fields>): Promise<string> {
    const { table, prepare, assertFits, pathOf } = this.#kind;
    const prepared = prepare ? await prepare(db, change) : change;
    const expected = await expectedVersion(db, siteId, guard);
    if (!table.changes(change)) {
      const { maj_le } = await this.read(db, siteId, id);
      assertUnchanged(expected, maj_le);
      return maj_le;
    }
    return changeContent(db, siteId, async (client) => {
      const before = present(await table.find(client, siteId, id));
      assertUnchanged(expected, before.maj_le);
      await assertFits?.(client, siteId, prepared);
      const from = await pathOf(client, siteId, before);
      const majLe = present(await table.update(client, siteId, id, prepared));
      const to = await pathOf(client, siteId, present(await table.find(client, siteId, id)));
      await followBlog(client, siteId, { from, to, leaves: leads });
      return majLe;
    });
  }

  /**
   * Deletes a text, a blog with its articles; they can be had back for a while (`restoreText`).
   * @param author address of the account, or name of the key
   * @throws Refusal `introuvable`
   */
  async remove(db: RolePools, siteId: string, id: string, author: string | null): Promise<void> {
    const { table, genre } = this.#kind;
    await writeContent(db, siteId, async ({ client, now }) => {
      const answerMs = await allowLongStatements(client);
      await keepDeleted(client, siteId, { genre, id }, { author, now, answerMs });
      if (!(await table.delete(client, siteId, id))) throw new Refusal('introuvable');
      return { result: undefined, isShown: true };
    });
  }
}

/** @throws Refusal `introuvable` for null */
export function present<T>(found: T | null): T {
  if (found === null) throw new Refusal('introuvable');
  return found;
}
