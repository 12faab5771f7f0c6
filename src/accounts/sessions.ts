import { randomBytes } from 'node:crypto';
import { fingerprintOf } from '../fingerprint.ts';
import type { Pool } from '../storage/pool.ts';
import {
  deleteSession,
  insertSession,
  type LiveSession,
  type SessionTerm,
  sweepSessions,
  useSession,
} from '../storage/sessions.ts';
import { Sweeping } from './sweeping.ts';

const SECRET_BYTES = 32;

/** Fourteen days after its last use a session is over (decisions, Accounts); the end is moved once an hour at most. */
export const SESSION_TERM: SessionTerm = { lifeSeconds: 14 * 24 * 3600, stepSeconds: 3600 };

/** Browser sessions: an opaque secret with the browser, its SHA-256 in the database. */
export class Sessions {
  readonly #db: Pool;
  readonly #sweeping: Sweeping;

  /** @param db a pool with the service role */
  constructor(db: Pool) {
    this.#db = db;
    this.#sweeping = new Sweeping(() => sweepSessions(db));
  }

  /** @returns null for a session that is unknown, ended or over */
  use(secret: string): Promise<LiveSession | null> {
    return useSession(this.#db, fingerprintOf(secret), SESSION_TERM);
  }

  /**
   * Begins a session; the one that the same browser had ends.
   * @param previous the secret of that one
   * @returns the secret of the new one
   */
  async begin(accountId: string, previous: string | undefined): Promise<string> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const { lifeSeconds } = SESSION_TERM;
    await insertSession(this.#db, { fingerprint: fingerprintOf(secret), accountId, lifeSeconds });
    if (previous !== undefined) await this.end(previous);
    this.#sweeping.occasion();
    return secret;
  }

  async end(secret: string): Promise<void> {
    await deleteSession(this.#db, fingerprintOf(secret));
  }
}
