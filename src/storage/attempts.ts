import type { Queryable } from './statement.ts';

/**
 * What attempts are counted for: a secret, an account, a network address (alone or with an account), an address at a site's forms, a site's
 * code; sign-ups and forgotten passwords (of a network address or of a mail address), challenges for passkeys (`lien`), mail to an address or of an
 * account, sites that an account makes, questions to the DNS of an account or about a site, codes of a second factor for an account
 * (apart from browsers that the account knows, and from others).
 */
export type AttemptKind =
  | 'cle'
  | 'compte'
  | 'adresse'
  | 'formulaire'
  | 'code'
  | 'inscription'
  | 'oubli'
  | 'lien'
  | 'courriel'
  | 'site'
  | 'domaine'
  | 'second';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** How long the window of each kind is, seconds (docs/decisions/guessing.md). */
const WINDOW_SECONDS = {
  cle: HOUR_SECONDS,
  compte: HOUR_SECONDS,
  adresse: 15 * 60,
  formulaire: 15 * 60,
  code: 15 * 60,
  inscription: HOUR_SECONDS,
  oubli: HOUR_SECONDS,
  lien: 15 * 60,
  courriel: DAY_SECONDS,
  site: DAY_SECONDS,
  domaine: HOUR_SECONDS,
  second: DAY_SECONDS,
} as const satisfies Record<AttemptKind, number>;
/** The kinds that are counted by the day; every other window is over after an hour. */
const DAILY_KINDS = Object.keys(WINDOW_SECONDS).filter((kind) => WINDOW_SECONDS[kind as AttemptKind] > HOUR_SECONDS);

/** Rows that one sweep removes at most. */
const SWEPT = 1_000;

/**
 * Counts an attempt, in one statement, by the clock of the database, which all instances share. (`rate-limiter-flexible` uses the clock
 * of each process, and removes old rows without a bound.) The window is fixed: it begins with its first attempt, and the first one after its
 * end begins the next.
 * @returns the attempts of this window, this one included
 */
export async function countAttempt(db: Queryable, kind: AttemptKind, fingerprint: string): Promise<number> {
  const { rows } = await db.query<{ nombre: number }>({
    name: 'count-attempt',
    text: `INSERT INTO tentatives AS t (genre, empreinte) VALUES ($1, $2)
           ON CONFLICT (genre, empreinte) DO UPDATE SET
             nombre = CASE WHEN EXCLUDED.debut - t.debut < make_interval(secs => $3) THEN t.nombre + 1 ELSE 1 END,
             debut = CASE WHEN EXCLUDED.debut - t.debut < make_interval(secs => $3) THEN t.debut ELSE EXCLUDED.debut END
           RETURNING nombre`,
    values: [kind, fingerprint, WINDOW_SECONDS[kind]],
  });
  return Number(rows[0]?.nombre);
}

/** Removes an attempt from the count when it was no failure. */
export async function takeAttemptBack(db: Queryable, kind: AttemptKind, fingerprint: string): Promise<void> {
  await db.query('UPDATE tentatives SET nombre = nombre - 1 WHERE genre = $1 AND empreinte = $2 AND nombre > 0', [
    kind,
    fingerprint,
  ]);
}

/** Resets the count: the next attempt is the first. */
export async function forgetAttempts(db: Queryable, kind: AttemptKind, fingerprint: string): Promise<void> {
  await db.query('DELETE FROM tentatives WHERE genre = $1 AND empreinte = $2', [kind, fingerprint]);
}

/** The times of turns. */
export interface TurnTerms {
  /** Time before the first turn, and between two turns. */
  readonly stepSeconds: number;
  /** A turn that would come later is refused. */
  readonly longestSeconds: number;
}

/**
 * Gives the next turn, in one statement, by the clock of the database. `nombre` counts the turns since `debut`; when the last turn is
 * over, the count begins anew.
 * @returns the seconds until the turn; null when the turn would come too late
 */
export async function takeTurn(
  db: Queryable,
  kind: AttemptKind,
  fingerprint: string,
  { stepSeconds, longestSeconds }: TurnTerms,
): Promise<number | null> {
  const { rows } = await db.query<{ secondes: number }>({
    name: 'take-turn',
    text: `WITH maintenant AS (SELECT statement_timestamp() AS instant), tour AS (
             INSERT INTO tentatives AS t (genre, empreinte, debut) VALUES ($1, $2, statement_timestamp())
             ON CONFLICT (genre, empreinte) DO UPDATE SET
               nombre = CASE WHEN EXCLUDED.debut - t.debut < make_interval(secs => $3::float8 * t.nombre) THEN t.nombre + 1 ELSE 1 END,
               debut = CASE WHEN EXCLUDED.debut - t.debut < make_interval(secs => $3::float8 * t.nombre) THEN t.debut ELSE EXCLUDED.debut END
             WHERE EXCLUDED.debut - t.debut >= make_interval(secs => $3::float8 * (t.nombre + 1) - $4::float8)
             RETURNING debut, nombre
           )
           SELECT date_part('epoch', debut - instant) + nombre * $3::float8 AS secondes FROM tour CROSS JOIN maintenant`,
    values: [kind, fingerprint, stepSeconds, longestSeconds],
  });
  return rows[0] ? Number(rows[0].secondes) : null;
}

/** Removes counters whose windows are over, a bounded number; a counter that is used meanwhile stays. */
export async function sweepAttempts(db: Queryable): Promise<void> {
  await db.query({
    text: `DELETE FROM tentatives WHERE (genre, empreinte) IN (
             SELECT genre, empreinte FROM tentatives
             WHERE debut < statement_timestamp() - make_interval(secs => CASE WHEN genre = ANY ($2::text[]) THEN $3::float8 ELSE $1::float8 END)
             ORDER BY debut LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
    values: [HOUR_SECONDS, DAILY_KINDS, DAY_SECONDS],
  });
}
