import type { PoolClient } from 'pg';
import { Refusal, siteFull } from '../errors.ts';
import type { ActName } from '../journal/acts.ts';
import { record } from '../journal/record.ts';
import { allowLongStatements } from '../storage/connection.ts';
import type { Change } from '../storage/content.ts';
import type { ContentTable, Kept } from '../storage/content-table.ts';
import { type DeletedGenre, findDeleted, keepDeleted } from '../storage/deleted-texts.ts';
import type { Doer } from '../storage/journal.ts';
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

/** What the record of the site tells of a text that is added to what visitors see, changed there, and deleted. */
const ACTS_ON = {
  page: { added: 'page_publiee', changed: 'page_publiee', removed: 'page_supprimee' },
  article: { added: 'article_publie', changed: 'article_publie', removed: 'article_supprime' },
  blog: { added: 'blog_ajoute', changed: 'blog_change', removed: 'blog_supprime' },
} as const satisfies Record<DeletedGenre, Record<'added' | 'changed' | 'removed', ActName>>;

/** A change of one text. */
interface TextChange<Fields> {
  readonly id: string;
  /** Fields that the table does not have are ignored. */
  readonly change: Change<Fields>;
  readonly guard: Guard | undefined;
  /** Whether a former address leads on. */
  readonly leads: boolean;
  readonly by: Doer;
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
  async create(db: RolePools, siteId: string, given: Given, by: Doer): Promise<string> {
    const { table, genre, atMost, prepare, assertFits, pathOf } = this.#kind;
    const prepared = prepare ? await prepare(db, given) : given;
    return changeContent(db, siteId, async (client) => {
      await assertFits?.(client, siteId, prepared);
      if ((await table.count(client, siteId)) >= atMost) throw siteFull(atMost, table.name);
      const id = await table.insert(client, siteId, prepared);
      if (!id) throw new Refusal('adresse_prise');
      await giveWay(client, siteId, await pathOf(client, siteId, prepared));
      await record(client, { siteId, act: ACTS_ON[genre].added, by, details: { titre: titleOf(prepared), id } });
      return id;
    });
  }

  /**
   * Changes the given fields. Without a field it only reads.
   * @returns the `maj_le` of the text after the change
   * @throws Refusal `introuvable`, `adresse_prise`, what the kind refuses; what the guard refuses: `invalid_input`, `autre_site`,
   *   `modifie_entre_temps`
   */
  async change(db: RolePools, siteId: string, { id, change, guard, leads, by }: TextChange<Fields>): Promise<string> {
    const { table, genre, prepare, assertFits, pathOf } = this.#kind;
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
      const after = present(await table.find(client, siteId, id));
      const to = await pathOf(client, siteId, after);
      await followBlog(client, siteId, { from, to, leaves: leads });
      await record(client, { siteId, act: ACTS_ON[genre].changed, by, details: { titre: titleOf(after), id } });
      return majLe;
    });
  }

  /**
   * Deletes a text, a blog with its articles; they can be had back for a while (`restoreText`).
   * @throws Refusal `introuvable`
   */
  async remove(db: RolePools, siteId: string, id: string, by: Doer): Promise<void> {
    const { table, genre } = this.#kind;
    await writeContent(db, siteId, async ({ client, now }) => {
      const answerMs = await allowLongStatements(client);
      await keepDeleted(client, siteId, { genre, id }, { author: by.name, now, answerMs });
      const deleted = await findDeleted(client, siteId, id);
      if (!deleted || !(await table.delete(client, siteId, id))) throw new Refusal('introuvable');
      await record(client, { siteId, act: ACTS_ON[genre].removed, by, details: { titre: deleted.titre, id } });
      return { result: undefined, isShown: true };
    });
  }
}

/** The title of a text, by which the record of the site names it. */
export const titleOf = (text: object): string => String((text as { readonly titre?: string }).titre ?? '');

/** @throws Refusal `introuvable` for null */
export function present<T>(found: T | null): T {
  if (found === null) throw new Refusal('introuvable');
  return found;
}
