import { Semaphore } from '../concurrency/semaphore.ts';
import { Refusal } from '../errors.ts';
import { findAccount, findCredentials, replacePasswordHash } from '../storage/accounts.ts';
import { type AttemptKind, countAttempt, forgetAttempts, sweepAttempts, takeAttemptBack } from '../storage/attempts.ts';
import { OccasionalSweep } from '../storage/occasional-sweep.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { hashPassword, isOutdated, isPasswordOf } from './password.ts';
import { Sessions } from './sessions.ts';

/** Failures within one window, of one account and from one address. */
const QUOTAS = { compte: 10, adresse: 50 } as const satisfies Partial<Record<AttemptKind, number>>;
/** Passwords compared at once: half of libuv's threads; reading files and resolving names need the others. */
const COMPARED_AT_ONCE = 2;
const COMPARISONS_WAITING = 32;

export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  /** Network address of the client. */
  readonly address: string;
  /** Secret of the session that the browser has already. */
  readonly previous: string | undefined;
}

/** The fingerprints that an attempt is counted by. */
type Counters = Readonly<Record<keyof typeof QUOTAS, string>>;

/** Opens and ends browser sessions (decisions, Accounts, sessions, keys). */
export class Login {
  readonly #db: RolePools | null;
  readonly #sessions: Sessions | null;
  readonly #sweep: OccasionalSweep | null;
  readonly #comparisons = new Semaphore(COMPARED_AT_ONCE, COMPARISONS_WAITING);

  /** @param db pools with the service role; null when the installation has no service credential */
  constructor(db: RolePools | null) {
    this.#db = db;
    this.#sessions = db && new Sessions(db);
    this.#sweep = db && new OccasionalSweep(() => sweepAttempts(db));
  }

  /**
   * An attempt is counted before its password is compared, so that parallel attempts cannot outrun the count.
   * @returns the secret of a new session
   * @throws Refusal `unauthorized`, `trop_de_tentatives`, `indisponible`; SemaphoreFull
   */
  async open({ email, password, address, previous }: LoginAttempt): Promise<string> {
    const [db, sessions] = [this.#db, this.#sessions];
    if (!db || !sessions) throw new Refusal('indisponible');
    const name = email.trim().toLowerCase();
    const counters = { compte: fingerprintOf(name), adresse: fingerprintOf(address) };
    this.#sweep?.maybeRun();
    await assertBelowQuota(db, 'adresse', counters);
    await assertBelowQuota(db, 'compte', counters);
    const accountId = await this.#compare(db, { name, password }, counters);
    if (accountId === null) throw new Refusal('unauthorized');
    await forgetAttempts(db, 'compte', counters.compte);
    await takeAttemptBack(db, 'adresse', counters.adresse);
    return sessions.begin(accountId, previous);
  }

  /** @returns the account of the session; null when it has ended or this installation has no sessions */
  async accountOf(secret: string): Promise<{ email: string; isExtended: boolean } | null> {
    if (!this.#db || !this.#sessions) return null;
    const session = await this.#sessions.use(secret);
    const account = session && (await findAccount(this.#db, session.compte_id));
    return account && { email: account.email, isExtended: session.prolongee };
  }

  /** Ends a session, if it has not ended. @throws Refusal `indisponible` */
  async close(secret: string): Promise<void> {
    if (!this.#sessions) throw new Refusal('indisponible');
    await this.#sessions.end(secret);
  }

  /** @returns the id of the account, null when the credentials are wrong */
  async #compare(
    db: RolePools,
    { name, password }: { name: string; password: string },
    counters: Counters,
  ): Promise<string | null> {
    try {
      const account = await findCredentials(db, name);
      return await this.#comparisons.run(async () => {
        const digest = account?.mot_de_passe;
        if (!(await isPasswordOf(digest, password)) || !account) return null;
        if (isOutdated(account.mot_de_passe)) await renewHash(db, account, password);
        return account.id;
      });
    } catch (error) {
      // The password was not compared, so the attempt does not count as a failure.
      await Promise.all([
        takeAttemptBack(db, 'compte', counters.compte),
        takeAttemptBack(db, 'adresse', counters.adresse),
      ]).catch(() => undefined);
      throw error;
    }
  }
}

/** @throws Refusal `trop_de_tentatives` */
async function assertBelowQuota(db: RolePools, kind: keyof typeof QUOTAS, counters: Counters): Promise<void> {
  const attempts = await countAttempt(db, kind, counters[kind]);
  if (attempts > QUOTAS[kind]) throw new Refusal('trop_de_tentatives');
}

async function renewHash(
  db: RolePools,
  account: { id: string; mot_de_passe: string },
  password: string,
): Promise<void> {
  await replacePasswordHash(db, account.id, account.mot_de_passe, await hashPassword(password));
}
