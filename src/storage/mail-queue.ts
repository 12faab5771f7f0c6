/** The queue of mail as its sender sees it (docs/decisions/mail.md). */
import type { MessageKind } from '../mail/message.ts';
import type { Queryable } from './statement.ts';

/** A message that this process sends, or tries to. */
export interface TakenMail {
  readonly id: string;
  readonly genre: MessageKind;
  readonly destinataire: string;
  readonly compte_id: string | null;
  readonly site_id: string | null;
  readonly invitation_id: string | null;
  readonly donnees: Readonly<Record<string, unknown>>;
  /** When it began to wait. */
  readonly cree_le: string;
  /** This attempt included. */
  readonly essais: number;
}

/**
 * Takes the message that is due longest: nobody else gets it until the lease is over.
 * @param mayInherit whether a message may be taken whose lease is over: who took it has died
 */
export async function takeMail(
  db: Queryable,
  { leaseSeconds, mayInherit }: { readonly leaseSeconds: number; readonly mayInherit: boolean },
): Promise<TakenMail | null> {
  const { rows } = await db.query<TakenMail>(
    `UPDATE courriels SET pris_jusqua = statement_timestamp() + make_interval(secs => $1), essais = essais + 1
     WHERE id = (SELECT id FROM courriels
                 WHERE a_envoyer_le <= statement_timestamp()
                   AND (pris_jusqua IS NULL OR ($2 AND pris_jusqua <= statement_timestamp()))
                 ORDER BY a_envoyer_le, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, genre, destinataire, compte_id, site_id, invitation_id, donnees, cree_le, essais`,
    [leaseSeconds, mayInherit],
  );
  return rows[0] ?? null;
}

/** Locks a message that this process has taken. @returns false when it is gone, or taken by somebody else since */
export async function holdMail(client: Queryable, { id, essais }: Pick<TakenMail, 'id' | 'essais'>): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM courriels WHERE id = $1 AND essais = $2 FOR UPDATE', [
    id,
    essais,
  ]);
  return rowCount === 1;
}

export async function deleteMail(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'DELETE FROM courriels WHERE id = $1', values: [id], repeatable: true });
  return rowCount === 1;
}

/** The message about a site's requests has told of those until `told`, and waits for more. @param told as `recue_le` of the last one */
export async function settleRequestMail(
  db: Queryable,
  id: string,
  { told, restSeconds }: { readonly told: string; readonly restSeconds: number },
): Promise<void> {
  await db.query({
    text: `UPDATE courriels SET donnees = $2::jsonb, cree_le = statement_timestamp(), essais = 0,
             pris_jusqua = NULL, raison = NULL, a_envoyer_le = statement_timestamp() + make_interval(secs => $3)
           WHERE id = $1`,
    values: [id, JSON.stringify({ depuis: told }), restSeconds],
    repeatable: true,
  });
}

/** What becomes of a message that was not sent. */
export interface Postponement {
  /** Null where the message waits for no fault of a server. */
  readonly reason: string | null;
  /** Null where it is not tried any more. */
  readonly inSeconds: number | null;
  /** Whether the attempt counts. */
  readonly counts: boolean;
}

/** How long a message is tried, days. */
const TRIED_DAYS = 5;

/** Gives a message back, which this process has taken. It is tried again later, unless it has waited too long. */
export async function postponeMail(
  db: Queryable,
  { id, essais }: Pick<TakenMail, 'id' | 'essais'>,
  { reason, inSeconds, counts }: Postponement,
): Promise<void> {
  await db.query(
    `UPDATE courriels SET pris_jusqua = NULL, raison = $3, essais = essais - $4::int,
       a_envoyer_le = CASE WHEN $3::text IS NULL OR cree_le > statement_timestamp() - make_interval(days => $6)
                           THEN statement_timestamp() + make_interval(secs => $5) END
     WHERE id = $1 AND essais = $2`,
    [id, essais, reason, counts ? 0 : 1, inSeconds, TRIED_DAYS],
  );
}

/** How long a message that is not tried any more is kept for operators, days. */
const KEPT_DAYS = 30;
/** Rows that one sweep removes at most. */
const SWEPT = 1_000;

/** Removes messages that were given up long ago. */
export async function sweepMail(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM courriels WHERE id IN (
       SELECT id FROM courriels
       WHERE a_envoyer_le IS NULL AND cree_le < statement_timestamp() - make_interval(days => $1)
       LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
    [KEPT_DAYS],
  );
}

/** What waits, for metrics. */
export interface MailCounts {
  /** Messages that are due, or failed and are tried again. */
  readonly waiting: number;
  /** Messages that are not tried any more. */
  readonly givenUp: number;
  /** How long the oldest of those that are due or failed waits, seconds. */
  readonly oldestSeconds: number;
}

export async function countMail(db: Queryable): Promise<MailCounts> {
  const { rows } = await db.query<{ waiting: string; given_up: string; oldest: string | null }>(
    `SELECT count(*) FILTER (WHERE a_envoyer_le <= statement_timestamp() OR a_envoyer_le IS NOT NULL AND raison IS NOT NULL) AS waiting,
            count(*) FILTER (WHERE a_envoyer_le IS NULL) AS given_up,
            date_part('epoch', statement_timestamp() - min(cree_le)
              FILTER (WHERE a_envoyer_le <= statement_timestamp() OR a_envoyer_le IS NOT NULL AND raison IS NOT NULL)) AS oldest
     FROM courriels`,
  );
  const [row] = rows;
  return {
    waiting: Number(row?.waiting ?? 0),
    givenUp: Number(row?.given_up ?? 0),
    oldestSeconds: Number(row?.oldest ?? 0),
  };
}

/** A message that waits, as the operator sees it. */
export interface ListedMail extends Pick<TakenMail, 'id' | 'genre' | 'destinataire' | 'essais'> {
  /** Slug of the site that the message is about. */
  readonly site: string | null;
  readonly cree_le: string;
  /** Null for one that is not tried any more. */
  readonly a_envoyer_le: string | null;
  readonly raison: string | null;
}

/**
 * The messages that wait, those that are not tried any more first; and how many there are.
 * @param after id of the last one of the list before; the list begins anew where that one has gone meanwhile
 */
export async function listMail(
  db: Queryable,
  limit: number,
  after: string | null = null,
): Promise<{ readonly mails: readonly ListedMail[]; readonly count: number }> {
  const { rows } = await db.query<ListedMail>(
    `SELECT c.id, c.genre, c.destinataire, s.slug AS site, c.cree_le, c.a_envoyer_le, c.essais, c.raison
     FROM courriels c LEFT JOIN sites s ON s.id = c.site_id LEFT JOIN courriels a ON a.id = $2
     WHERE a.id IS NULL OR (coalesce(c.a_envoyer_le, '-infinity'), c.cree_le, c.id) > (coalesce(a.a_envoyer_le, '-infinity'), a.cree_le, a.id)
     ORDER BY c.a_envoyer_le NULLS FIRST, c.cree_le, c.id LIMIT $1`,
    [limit, after],
  );
  const counted = await db.query<{ n: string }>('SELECT count(*) AS n FROM courriels');
  return { mails: rows, count: Number(counted.rows[0]?.n ?? 0) };
}

/** Makes a message due at once, or all; what a sender has just taken stays its own. @returns how many */
export async function retryMail(db: Queryable, id: string | null): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE courriels SET a_envoyer_le = statement_timestamp(), pris_jusqua = NULL, essais = 0, cree_le = statement_timestamp()
     WHERE ($1::uuid IS NULL OR id = $1) AND (pris_jusqua IS NULL OR pris_jusqua <= statement_timestamp())`,
    [id],
  );
  return rowCount ?? 0;
}
