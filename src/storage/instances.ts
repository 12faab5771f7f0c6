/** The instances of the program that work on this database, for the operator. */
import type { Queryable } from './statement.ts';

/** An instance that runs. */
export interface Instance {
  /** Host name and port. */
  readonly name: string;
  /** Release of the program. */
  readonly version: string;
  /** Number of the last migration that it knows. */
  readonly schema: number;
}

/** An instance as the operator sees it. Times in ISO form with microseconds, UTC. */
export interface KnownInstance {
  readonly nom: string;
  readonly version: string;
  readonly base: number;
  readonly demarree_le: string;
  readonly vue_le: string;
  /** Whether it has said lately that it runs. */
  readonly repond: boolean;
}

/** How long an instance may be silent that runs, seconds: it says once a minute that it does. */
const SILENT_SECONDS = 180;
/** How long one is kept that is silent, days. */
const KEPT_DAYS = 2;
/** How many instances a list has at most. */
const LISTED = 50;

/** Says that an instance runs. @param isNew whether it begins now */
export async function noteInstance(db: Queryable, { name, version, schema }: Instance, isNew: boolean): Promise<void> {
  await db.query(
    `INSERT INTO instances (nom, version, base, demarree_le, vue_le)
     VALUES ($1, $2, $3, statement_timestamp(), statement_timestamp())
     ON CONFLICT (nom) DO UPDATE SET version = EXCLUDED.version, base = EXCLUDED.base, vue_le = EXCLUDED.vue_le,
       demarree_le = CASE WHEN $4 THEN EXCLUDED.demarree_le ELSE instances.demarree_le END`,
    [name, version, schema, isNew],
  );
}

/** Takes an instance off the list, which stops in good order. */
export async function endInstance(db: Queryable, name: string): Promise<void> {
  await db.query('DELETE FROM instances WHERE nom = $1', [name]);
}

/** The instances that run or have ended without a word, by name. */
export async function listInstances(db: Queryable): Promise<KnownInstance[]> {
  const { rows } = await db.query<KnownInstance>(
    `SELECT nom, version, base, demarree_le, vue_le, vue_le > statement_timestamp() - make_interval(secs => $1) AS repond
     FROM instances ORDER BY nom COLLATE "C" LIMIT $2`,
    [SILENT_SECONDS, LISTED],
  );
  return rows;
}

/** Removes instances that have been silent for days. */
export async function sweepInstances(db: Queryable): Promise<void> {
  await db.query('DELETE FROM instances WHERE vue_le < statement_timestamp() - make_interval(days => $1)', [KEPT_DAYS]);
}
