import { randomBytes } from 'node:crypto';
import type { ShownFactor } from '../storage/backing.ts';
import { OccasionalSweep } from '../storage/occasional-sweep.ts';
import type { RolePools } from '../storage/role-pools.ts';
import {
  deleteOtherSessions,
  deleteSession,
  insertSession,
  isLiveSession,
  type LiveSession,
  type SessionTerm,
  sweepSessions,
  useSession,
} from '../storage/sessions.ts';
import type { Queryable } from '../storage/statement.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import type { ProvenAccount } from './proven-account.ts';

const SECRET_BYTES = 32;

/** A session ends fourteen days after its last use (docs/decisions/sessions.md); its end is moved once an hour at most. */
export const SESSION_TERM: SessionTerm = { lifeSeconds: 14 * 24 * 3600, stepSeconds: 3600 };

/** What a session knows of its browser, in words; null where nothing is known. */
export interface SessionOrigin {
  readonly browser: string | null;
  readonly place: string | null;
  /** The second factor that was shown; null where none was. */
  readonly factor: ShownFactor | null;
}

/** What the browser of a new session keeps in cookies. */
export interface Opened {
  /** Secret of the session. */
  readonly secret: string;
  /** The pass that shows that it has signed in. */
  readonly passes: readonly string[];
}

/** Browser sessions: an opaque secret with the browser, its SHA-256 in the database. */
export class Sessions {
  readonly #db: RolePools;
  readonly #sweep: OccasionalSweep;

  /** @param db pools with the service role */
  constructor(db: RolePools) {
    this.#db = db;
    this.#sweep = new OccasionalSweep(() => sweepSessions(db));
  }

  /** @returns null for a session that is unknown, ended or over */
  use(secret: string): Promise<LiveSession | null> {
    return useSession(this.#db, fingerprintOf(secret), SESSION_TERM);
  }

  /**
   * Begins a session for a person who knows the account's password, and ends the previous session of the same browser.
   * @param previous the secret of the previous one
   * @param origin where the session begins
   * @param client a transaction; the pools when left out
   * @returns the secret of the new one; null when the account has another password hash by now
   */
  async begin(
    { id, digest }: ProvenAccount,
    previous: string | undefined,
    origin: SessionOrigin,
    client: Queryable = this.#db,
  ): Promise<string | null> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const { lifeSeconds } = SESSION_TERM;
    const fingerprint = fingerprintOf(secret);
    const session = { fingerprint, accountId: id, passwordHash: digest, lifeSeconds, ...origin };
    if (!(await insertSession(client, session))) return null;
    if (previous !== undefined) await deleteSession(client, fingerprintOf(previous));
    this.#sweep.maybeRun();
    return secret;
  }

  /** @param client a pool, or a transaction whose changes the statement must see */
  isLive(client: Queryable, secret: string): Promise<boolean> {
    return isLiveSession(client, fingerprintOf(secret));
  }

  /** Ends the sessions of an account but the one with this secret. @returns how many there were */
  endOthers(client: Queryable, accountId: string, secret: string): Promise<number> {
    return deleteOtherSessions(client, accountId, fingerprintOf(secret));
  }

  async end(secret: string): Promise<void> {
    await deleteSession(this.#db, fingerprintOf(secret));
  }
}
