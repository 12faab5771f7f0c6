import type { Change } from './content.ts';
import { ContentTable, type Description, type Kept } from './content-table.ts';
import { laterThan, shownSince, WRITTEN_NOW, wasShown } from './expressions.ts';
import type { Queryable } from './statement.ts';

/** Work in progress, or a planned change: values by field. */
export type Work = Readonly<Record<string, string | undefined>>;

/** A table of texts that are worked on without being shown, and planned: pages or articles. */
interface TextDescription<Fields, Unlisted extends keyof Fields> extends Description<Fields, Unlisted> {
  readonly name: 'pages' | 'articles';
  readonly genre: 'page' | 'article';
  /** The column that says whether visitors may see a text. */
  readonly published: keyof Fields & string;
  /** The columns that make the address: no plan changes them. */
  readonly placed: readonly (keyof Fields & string)[];
  /** Whether `publie_le` is only a plan, null without one; else it is the date of each text, and a field. */
  readonly begins: boolean;
}

/** What a text has besides its fields, at this instant. */
export interface TextState extends Kept {
  readonly publie_le: string | null;
  readonly retire_le: string | null;
  readonly travail: Work | null;
  readonly prevu: Work | null;
  readonly prevu_le: string | null;
  readonly montre_le: string;
  /** Whether it is or was published: one that is hidden then is no draft. */
  readonly a_paru: boolean;
}

/** A text under the lock of its site, without the longest field: `travail` and `prevu` lack `contenu`, too. */
export type HeldText<Fields> = Omit<Fields, 'contenu'> &
  TextState & {
    readonly a_du_contenu: boolean;
    /** Whether the release before this one has written it last. */
    readonly est_d_ailleurs: boolean;
    /** Number of its newest version; null for none. */
    readonly derniere: number | null;
  };

/** A write of one text. */
export interface TextWrite<Fields> {
  /** Fields that are shown from now on. */
  readonly fields: Change<Fields>;
  /** Where `contenu` comes from besides: the planned change; or the work that is stored, and then the planned change. */
  readonly contentOf: 'plan' | 'work' | null;
  readonly publie_le: string | null;
  readonly retire_le: string | null;
  readonly prevu_le: string | null;
  /** What becomes of the work in progress: `back`, it is laid over the planned change, which ends. */
  readonly travail: 'stays' | 'set' | 'ends' | 'back';
  /** `set`: the work in progress is laid over what is planned. */
  readonly prevu: 'stays' | 'set' | 'ends';
  /** The work of this request, in the place of the one that is stored. */
  readonly work: Work | null;
  /** Values of planned fields as they were judged. */
  readonly judged: Work;
  /** Whether what visitors see changes. */
  readonly isShown: boolean;
}

/** The statements of pages or articles. */
export class TextTable<
  Fields extends { readonly contenu: string },
  Given extends Change<Fields> = Fields,
  Unlisted extends keyof Fields = never,
> extends ContentTable<Fields, Given, Unlisted> {
  declare readonly name: 'pages' | 'articles';
  readonly genre: 'page' | 'article';
  readonly published: keyof Fields & string;
  readonly placed: readonly (keyof Fields & string)[];
  readonly begins: boolean;
  /** The fields that a version has. */
  readonly written: readonly (keyof Fields & string)[];
  readonly #text: { readonly [Statement in 'add' | 'whole' | 'hold' | 'write' | 'settle']: string };
  /** Fields of `write`, in the order of its values. */
  readonly #changed: readonly (keyof Fields & string)[];

  constructor(description: TextDescription<Fields, Unlisted>) {
    const { name, genre, columns, defaults, published, placed, begins } = description;
    const planned = columns.filter(
      (column) => column !== published && column !== 'publie_le' && !placed.includes(column),
    );
    const now = present(planned, published, NOW);
    super({ ...description, present: now as object });
    this.genre = genre;
    this.published = published;
    this.placed = placed;
    this.begins = begins;
    this.written = columns.filter((column) => column !== published && column !== 'publie_le');
    this.#changed = columns.filter((column) => column !== 'publie_le');
    const set = present(planned, published, '$2::timestamptz');
    const sql = {
      name,
      columns: columns.join(', '),
      given: columns
        .map((column, n) => (defaults?.[column] ? `coalesce($${n + 4}, ${defaults[column]})` : `$${n + 4}`))
        .join(', '),
      whole: Object.entries({
        ...Object.fromEntries(columns.map((column) => [column, column])),
        ...now,
        ...planState(begins, NOW),
      })
        .map(([column, value]) => `${value} AS ${column}`)
        .join(', '),
      short: columns.filter((column) => column !== 'contenu' && column !== 'publie_le').join(', '),
      passed: DUE.filter((column) => begins || column !== 'publie_le')
        .map((column) => `${column} <= $2::timestamptz`)
        .join(' OR '),
      settled: [...Object.entries(set), ...Object.entries(planState(begins, '$2::timestamptz'))]
        .map(([column, value]) => `${column} = ${value}`)
        .join(', '),
      changed: this.#changed
        .map((column, n) =>
          column === 'contenu'
            ? `contenu = coalesce($${n + FIRST}, CASE $3::text WHEN 'work' THEN coalesce(travail->>'contenu', prevu->>'contenu')
                 WHEN 'plan' THEN prevu->>'contenu' END, contenu)`
            : `${column} = coalesce($${n + FIRST}, ${column})`,
        )
        .join(', '),
      // What is worked on, and is the same as what is shown or planned after the write, is no work.
      same: this.written
        .map((column) => {
          const shown = `coalesce($${this.#changed.indexOf(column) + FIRST}, ${column})::text`;
          return `CASE WHEN ${WORKED}->>'${column}' = coalesce(CASE $8::text WHEN 'stays' THEN prevu->>'${column}' END, ${shown}) THEN '${column}' END`;
        })
        .join(', '),
      placed: placed.map((column) => `'${column}'`).join(', '),
      published,
    };
    this.#text = {
      add: `INSERT INTO ${sql.name} (site_id, id, travail, maj_le, montre_le, montre_pour, ${sql.columns})
            VALUES ($1, coalesce($2::uuid, gen_random_uuid()), nullif($3::jsonb, '{}'), ${WRITTEN_NOW}, ${sql.given})
            ON CONFLICT DO NOTHING RETURNING id, maj_le`,
      whole: `SELECT id, ${sql.whole}, travail, maj_le, ${sql.published} OR ${wasShown('$1', '$2')} AS a_paru
              FROM ${sql.name} WHERE site_id = $1 AND id = $2`,
      hold: `SELECT id, ${sql.short}, publie_le, retire_le, prevu_le, ${shownSince()} AS montre_le, maj_le, prevu - 'contenu' AS prevu, travail - 'contenu' AS travail,
               contenu <> '' AS a_du_contenu, montre_pour IS DISTINCT FROM maj_le AS est_d_ailleurs,
               (SELECT max(v.numero) FROM versions_de_contenus v WHERE v.site_id = $1 AND v.contenu_id = $2) AS derniere,
               ${wasShown('$1', '$2')} AS a_paru
             FROM ${sql.name} WHERE site_id = $1 AND id = $2`,
      write: `UPDATE ${sql.name} SET ${sql.changed}, publie_le = $4, retire_le = $5, prevu_le = $6,
                travail = nullif(${WORKED} - ARRAY[${sql.same}]::text[], '{}'),
                prevu = CASE $8::text WHEN 'set' THEN
                    (coalesce(prevu, '{}') || coalesce($9::jsonb, travail, '{}') || $10::jsonb) - ARRAY[${sql.placed}]::text[]
                  WHEN 'ends' THEN NULL ELSE prevu END,
                montre_le = CASE WHEN $11::boolean THEN ${laterThan(shownSince())} ELSE ${shownSince()} END,
                maj_le = ${laterThan('maj_le')}, montre_pour = ${laterThan('maj_le')}
              WHERE site_id = $1 AND id = $2 RETURNING maj_le`,
      settle: `UPDATE ${sql.name} SET ${sql.settled} WHERE site_id = $1 AND (${sql.passed})`,
    };
  }

  /** Writes plans that have passed into their rows: nothing that visitors see changes. Under the site's lock. */
  async settle(client: Queryable, siteId: string, now: string): Promise<void> {
    await client.query(this.#text.settle, [siteId, now]);
  }

  /** A text with its plans and the work in progress, as it is at this instant; null when the site has no such text. */
  async whole(db: Queryable, siteId: string, id: string): Promise<(Fields & TextState) | null> {
    return (await db.query<Fields & TextState>(this.#text.whole, [siteId, id])).rows[0] ?? null;
  }

  /** A text as a write needs it, under the site's lock, whose plans are settled. */
  async hold(client: Queryable, siteId: string, id: string): Promise<HeldText<Fields> | null> {
    return (await client.query<HeldText<Fields>>(this.#text.hold, [siteId, id])).rows[0] ?? null;
  }

  /**
   * Adds a text that may have work in progress.
   * @param more `id`: chosen by the client; null for a new one
   * @returns null when the address or the id is taken, and nothing was added
   */
  async add(
    client: Queryable,
    siteId: string,
    given: Given,
    { id, work }: { readonly id: string | null; readonly work: Work | null },
  ): Promise<Kept | null> {
    const values = [siteId, id, jsonOf(work), ...this.columns.map((column) => given[column])];
    return (await client.query<Kept>(this.#text.add, values)).rows[0] ?? null;
  }

  /** @returns the new `maj_le`; null when the site has no such text. @throws what `isTaken` recognises */
  async write(client: Queryable, siteId: string, id: string, write: TextWrite<Fields>): Promise<string | null> {
    const { fields, contentOf, publie_le, retire_le, prevu_le, travail, prevu, work, judged, isShown } = write;
    const values = [
      ...[siteId, id, contentOf, publie_le, retire_le, prevu_le, travail, prevu, jsonOf(work), jsonOf(judged), isShown],
      ...this.#changed.map((column) => fields[column]),
    ];
    return (await client.query<Kept>(this.#text.write, values)).rows[0]?.maj_le ?? null;
  }
}

/** The work in progress after a write, with what is the same as what is shown. */
const WORKED = `(CASE $7::text WHEN 'set' THEN $9::jsonb WHEN 'back' THEN coalesce(prevu, '{}') || coalesce($9::jsonb, travail, '{}')
                   WHEN 'stays' THEN travail END)`;

/** The number of the first field among the values of `write`. */
const FIRST = 12;

/** The instant that decides what visitors see, in SQL. */
const NOW = 'vitrine_maintenant()';

/** The columns of planned instants. */
const DUE = ['publie_le', 'retire_le', 'prevu_le'] as const;

const jsonOf = (work: Work | null): string | null => (work === null ? null : JSON.stringify(work));

/** The columns whose value a plan may have changed at an instant, in SQL. */
const present = (planned: readonly string[], published: string, now: string): Record<string, string> => ({
  ...Object.fromEntries(
    planned.map((column) => [
      column,
      `CASE WHEN prevu_le <= ${now} THEN coalesce(prevu->>'${column}', ${column}) ELSE ${column} END`,
    ]),
  ),
  [published]: `(${published} AND NOT coalesce(retire_le <= ${now}, false))`,
});

/** The columns of plans, as they are at an instant: what has passed is null. */
const planState = (begins: boolean, now: string): Record<string, string> => ({
  ...(begins && { publie_le: `CASE WHEN publie_le > ${now} THEN publie_le END` }),
  retire_le: `CASE WHEN retire_le > ${now} THEN retire_le END`,
  prevu: `CASE WHEN prevu_le > ${now} THEN prevu END`,
  prevu_le: `CASE WHEN prevu_le > ${now} THEN prevu_le END`,
  montre_le: `greatest(${shownSince()}, CASE WHEN retire_le <= ${now} THEN retire_le END, CASE WHEN prevu_le <= ${now} THEN prevu_le END${
    begins ? `, CASE WHEN publie_le <= ${now} THEN publie_le END` : ''
  })`,
});
