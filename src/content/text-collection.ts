import type { PoolClient } from 'pg';
import { Refusal, siteFull, wrongInput } from '../errors.ts';
import type { ActName } from '../journal/acts.ts';
import { record } from '../journal/record.ts';
import type { Change } from '../storage/content.ts';
import type { Kept } from '../storage/content-table.ts';
import type { Doer } from '../storage/journal.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { Queryable } from '../storage/statement.ts';
import { kindOfId } from '../storage/text-ids.ts';
import type { HeldText, TextState, TextTable, Work } from '../storage/text-table.ts';
import {
  findTextVersion,
  listTextVersions,
  noteNotShown,
  TextVersions,
  takeLastSave,
} from '../storage/text-versions.ts';
import { type ContentWrite, writeContent } from './changes.ts';
import { Collection, type Kind, present, titleOf } from './collection.ts';
import { assertUnchanged, expectedVersion, type Guard } from './guard.ts';
import { instantOf } from './instant.ts';
import { followText, giveWay } from './moved-texts.ts';
import {
  actOf,
  isPublishedIn,
  isVisible,
  presentIn,
  type TextAct,
  type TextRules,
  type TextWish,
} from './text-acts.ts';

/** Pages or articles. */
interface TextKind<Fields extends { readonly contenu: string }, Given extends Change<Fields>>
  extends Kind<Fields, Given> {
  // biome-ignore lint/suspicious/noExplicitAny: which fields a list leaves out is no matter here
  readonly table: TextTable<Fields, Given, any>;
}

/** A new text: its fields, work in progress, and the id that the client chose. */
interface NewText<Given> {
  readonly given: Given;
  readonly id: string | null;
  readonly work: Work | null;
  readonly by: Doer;
}

interface WishFor<Fields> {
  readonly id: string;
  readonly wish: TextWish<Fields>;
  readonly guard: Guard | undefined;
  readonly by: Doer;
  /** Whether a former address leads on. */
  readonly leads: boolean;
  /** Judges work as a `PATCH` judges fields that are shown at once. @throws Refusal `invalid_input` */
  readonly judge: TextRules<Fields>['judge'];
}

/** Pages or articles of any site: worked on, published, planned, kept in versions. */
export class TextCollection<
  Fields extends { readonly contenu: string },
  Given extends Change<Fields>,
> extends Collection<Fields, Given> {
  readonly #kind: TextKind<Fields, Given>;
  readonly #versions: TextVersions;

  constructor(kind: TextKind<Fields, Given>) {
    super(kind);
    this.#kind = kind;
    this.#versions = new TextVersions(kind.table.name, kind.table.written);
  }

  get genre(): 'page' | 'article' {
    return this.#kind.table.genre;
  }

  /** A text with its plans and the work in progress. @throws Refusal `introuvable` */
  override async read(db: RolePools, siteId: string, id: string): Promise<Fields & TextState> {
    return present(await this.#kind.table.whole(db, siteId, id));
  }

  /**
   * Adds a text. With the id of a text that is there already nothing changes: a client may send it again.
   * @returns its id, and its version
   * @throws Refusal `invalid_input` when the site is full or the id is that of another kind of text, `adresse_prise`, `introuvable` when the id is
   *   that of a deleted text; what the kind refuses
   */
  async add(db: RolePools, siteId: string, { given, id, work: asked, by }: NewText<Given>): Promise<Kept> {
    const { table, atMost, prepare, assertFits, pathOf } = this.#kind;
    const work = workOver(given, asked);
    const prepared = prepare ? await prepare(db, given) : given;
    return writeContent(db, siteId, async ({ client, now }) => {
      const known = id === null ? null : await this.#known(client, siteId, id);
      if (known) return { result: known, isShown: false };
      await assertFits?.(client, siteId, prepared);
      if ((await table.count(client, siteId)) >= atMost) throw siteFull(atMost, table.name);
      const result = await table.add(client, siteId, prepared, { id, work });
      if (!result) throw new Refusal('adresse_prise');
      const isShown = (given as Record<string, unknown>)[table.published] !== false;
      let number = 0;
      const keep = (means: 'publication' | 'enregistrement', withWork: boolean) =>
        this.#versions.keep(client, siteId, result.id, {
          ...{ number: ++number, author: by.name, means, withPlan: false, withWork, since: null },
        });
      if (isShown) {
        await keep('publication', false);
        await this.#record(client, siteId, { done: 'published', by, id: result.id, title: titleOf(given) });
      }
      if (work) await keep('enregistrement', true);
      const { publie_le: begin } = prepared as { readonly publie_le?: string };
      if (isShown && (begin === undefined || begin <= now)) {
        await giveWay(client, siteId, await pathOf(client, siteId, prepared));
      }
      return { result, isShown };
    });
  }

  /**
   * Does what a client wishes of a text. Without a wish it only reads.
   * @returns the `maj_le` of the text afterwards
   * @throws Refusal `introuvable`, `adresse_prise`, what `actOf` and the kind refuse; what the guard refuses: `invalid_input`, `autre_site`,
   *   `modifie_entre_temps`
   */
  async act(db: RolePools, siteId: string, { id, wish, guard, by, leads, judge }: WishFor<Fields>): Promise<string> {
    const { table, assertFits } = this.#kind;
    const wanted = await withInstants(db, wish);
    const expected = await expectedVersion(db, siteId, guard);
    if (isEmpty(wanted)) {
      const { maj_le } = await this.read(db, siteId, id);
      assertUnchanged(expected, maj_le);
      return maj_le;
    }
    return writeContent(db, siteId, async ({ client, now }) => {
      const held = present(await table.hold(client, siteId, id));
      assertUnchanged(expected, held.maj_le);
      const act = actOf({ table, judge } as unknown as TextRules<Fields>, held, wanted, now);
      await assertFits?.(client, siteId, act.write.fields);
      const first = await this.#keepOrigin(client, siteId, held);
      const result = present(await table.write(client, siteId, id, act.write));
      if (isCalledOff(table, held, act, now)) await noteNotShown(client, siteId, id);
      await this.#keepLeft(client, siteId, id, { act, author: by.name, last: first });
      const done = whatIsDone(table, held, act);
      const title = titleOf({ ...held, ...presentIn(act.write.fields) });
      if (done) await this.#record(client, siteId, { done, by, id, title });
      const isLed = await this.#follow({ client, now }, siteId, { held, act, leads });
      return { result, isShown: act.write.isShown || isLed };
    });
  }

  /** Brings the redirects around a text after it. @returns whether one has changed */
  async #follow(
    { client, now }: ContentWrite,
    siteId: string,
    { held, act, leads }: { held: HeldText<Fields>; act: TextAct<Fields>; leads: boolean },
  ): Promise<boolean> {
    const { table, pathOf } = this.#kind;
    const { fields, isShown, publie_le } = act.write;
    const after = { ...held, ...presentIn(fields), publie_le } as HeldText<Fields>;
    const placeOf = (text: HeldText<Fields>) => pathOf(client, siteId, text as unknown as Change<Fields>);
    const isMoved = (column: string) =>
      (fields as Work)[column] !== undefined && (fields as Work)[column] !== (held as unknown as Work)[column];
    const hasMoved = table.placed.some(isMoved);
    if (hasMoved) {
      const isKnown = isVisible(table, held, now) || (held.a_paru && !isPublishedIn(table, held));
      const [from, to] = [await placeOf(held), await placeOf(after)];
      return followText(client, siteId, { from, to, leaves: leads && isKnown });
    }
    return isShown && isVisible(table, after, now) && giveWay(client, siteId, await placeOf(after));
  }

  /** The versions of a text, the newest first; of a deleted text, too. */
  versions(db: Queryable, siteId: string, id: string): ReturnType<typeof listTextVersions> {
    return listTextVersions(db, siteId, id);
  }

  /** @throws Refusal `version_introuvable` */
  async version(db: Queryable, siteId: string, id: string, number: number) {
    const version = await findTextVersion(db, siteId, id, number);
    if (!version) throw new Refusal('version_introuvable');
    return version;
  }

  #record(
    client: PoolClient,
    siteId: string,
    { done, by, id, title }: { done: TextDeed; by: Doer; id: string; title: string },
  ): Promise<void> {
    return record(client, { siteId, act: DEEDS[this.genre][done], by, details: { titre: title, id } });
  }

  async #known(client: PoolClient, siteId: string, id: string): Promise<Kept | null> {
    const { table } = this.#kind;
    const kind = await kindOfId(client, siteId, id);
    if (kind === table.genre) return table.find(client, siteId, id);
    if (kind === 'supprime') throw new Refusal('introuvable');
    if (kind !== null) throw wrongInput('id');
    return null;
  }

  /**
   * Keeps what was there when the first change comes, also the first one since the release before this one has written the text: that keeps no
   * versions.
   * @returns the number of the newest version; 0 for none
   */
  async #keepOrigin(client: PoolClient, siteId: string, held: HeldText<Fields>): Promise<number> {
    if (held.derniere !== null && !held.est_d_ailleurs) return held.derniere;
    const wasPublished = isPublishedIn(this.#kind.table, held);
    if (!wasPublished && !held.a_du_contenu) return held.derniere ?? 0;
    const number = (held.derniere ?? 0) + 1;
    await this.#versions.keep(client, siteId, held.id, {
      ...{ number, author: null, means: wasPublished ? 'origine' : 'enregistrement' },
      ...{ withPlan: false, withWork: false, since: held.montre_le },
    });
    return number;
  }

  async #keepLeft(
    client: PoolClient,
    siteId: string,
    id: string,
    { act, author, last }: { act: TextAct<Fields>; author: string | null; last: number },
  ): Promise<void> {
    let number = last;
    for (const left of act.left) {
      const isSave = left.means === 'enregistrement' && number > 0;
      const since = isSave ? await takeLastSave(client, siteId, id, { number, author }) : null;
      if (since === null) number++;
      await this.#versions.keep(client, siteId, id, { ...left, number, author, since });
    }
  }
}

/** What the record of the site tells of a text: work in progress shows nobody anything. */
type TextDeed = 'published' | 'planned' | 'withdrawn';
const DEEDS = {
  page: { published: 'page_publiee', planned: 'page_programmee', withdrawn: 'page_retiree' },
  article: { published: 'article_publie', planned: 'article_programme', withdrawn: 'article_retire' },
} as const satisfies Record<string, Record<TextDeed, ActName>>;

/** @returns null where visitors see, and will see, what they would have seen */
function whatIsDone<Fields>(
  table: { readonly published: string },
  held: HeldText<Fields>,
  { write, left }: TextAct<Fields>,
): TextDeed | null {
  const wanted = (write.fields as Record<string, unknown>)[table.published];
  if (wanted === false) return isPublishedIn(table, held) ? 'withdrawn' : null;
  if (left.some(({ means }) => means === 'publication')) return 'published';
  if (!isPublishedIn(table, held)) return null;
  const isPlanned = (['publie_le', 'retire_le', 'prevu_le'] as const).some((date) => write[date] !== held[date]);
  return isPlanned || left.some(({ means }) => means === 'programmation') ? 'planned' : null;
}

/** The instants of a wish in the form in which the program prints them. @throws Refusal `invalid_input` for one that does not exist */
async function withInstants<Fields>(db: Queryable, wish: TextWish<Fields>): Promise<TextWish<Fields>> {
  const instants: Record<string, string> = {};
  for (const name of ['publie_le', 'retire_le', 'prevoir'] as const) {
    const text = wish[name];
    if (typeof text === 'string') instants[name] = await instantOf(db, text, name);
  }
  return { ...wish, ...instants };
}

/** Whether an act publishes anew, or hides, what visitors were to see later: what was published before is a plan that came to nothing. */
const isCalledOff = <Fields>(
  table: { readonly published: string },
  held: HeldText<Fields>,
  { write, left }: TextAct<Fields>,
  now: string,
): boolean =>
  isPublishedIn(table, held) &&
  !isVisible(table, held, now) &&
  ((write.fields as Record<string, unknown>)[table.published] === false ||
    left.some(({ means }) => means === 'publication'));

/** The fields of work that differ from those of a new text; null for none. */
function workOver(given: object, work: Work | null): Work | null {
  const other = Object.entries(work ?? {}).filter(([field, value]) => value !== ((given as Work)[field] ?? ''));
  return other.length === 0 ? null : Object.fromEntries(other);
}

const isEmpty = <Fields>({ fields, ...acts }: TextWish<Fields>): boolean =>
  [...Object.values(fields), ...Object.values(acts)].every((value) => value === undefined);
