import { Refusal } from '../errors.ts';
import { findAccount, replacePasswordHash } from '../storage/accounts.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';
import { passesWith } from './browser-pass.ts';
import { type Claim, PasswordCheck } from './password-check.ts';
import { withCredential } from './service-credential.ts';
import { Sessions } from './sessions.ts';

interface LoginAttempt extends Claim {
  /** Secret of the session that the browser has already. */
  readonly previous: string | undefined;
}

export interface PasswordChange {
  readonly accountId: string;
  /** Secret of the session that asks for it. */
  readonly session: string;
  readonly present: string;
  readonly next: string;
  /** Network address of the client. */
  readonly address: string;
  /** What its browser presents to show that it has signed in before. */
  readonly passes: readonly string[];
}

/** What the browser keeps in cookies. */
export interface Opened {
  /** Secret of its new session. */
  readonly secret: string;
  /** The pass that shows that it has signed in. */
  readonly passes: readonly string[];
}

interface Services {
  readonly db: RolePools;
  readonly check: PasswordCheck;
  readonly sessions: Sessions;
}

/** Opens and ends browser sessions, and changes passwords (docs/decisions/sessions.md). */
export class Login {
  readonly #services: Services | null;

  /** @param db pools with the service role; null when the installation has no service credential */
  constructor(db: RolePools | null) {
    this.#services = db && { db, check: new PasswordCheck(db), sessions: new Sessions(db) };
  }

  /**
   * @throws Refusal `unauthorized`, `trop_de_tentatives`, `indisponible`; QueueFull
   */
  async open({ previous, ...claim }: LoginAttempt): Promise<Opened> {
    const { check, sessions } = withCredential(this.#services);
    const opened = await check.whoKnows(claim, async (account) => {
      const secret = await sessions.begin(account, previous);
      return secret === null ? null : { secret, passes: passesWith(claim.passes, account) };
    });
    if (!opened) throw new Refusal('unauthorized');
    return opened;
  }

  /**
   * Gives an account another password and ends its other sessions, both or neither. Guesses of the present password are counted as those of
   * a login are.
   * @returns the passes by which the browser will show that it has signed in
   * @throws Refusal `mot_de_passe_incorrect`, `trop_de_tentatives`, `indisponible`; `unauthorized` when the session has ended meanwhile;
   *   QueueFull
   */
  async changePassword(change: PasswordChange): Promise<readonly string[]> {
    const { accountId, session, present, next, address, passes } = change;
    const { db, check, sessions } = withCredential(this.#services);
    const owner = await findAccount(db, accountId);
    if (!owner) throw new Refusal('unauthorized');
    const claim = { email: owner.email, password: present, address, passes };
    const renewed = await check.whoKnows(claim, async (former) => {
      const { id, digest } = former;
      const replacement = await check.hash(next);
      return inTransaction(db, async (client) => {
        // The statement locks the account: the second of two changes at once sees the first.
        if (!(await replacePasswordHash(client, id, digest, replacement))) return null;
        if (!(await sessions.isLive(client, session))) throw new Refusal('unauthorized');
        await sessions.endOthers(client, id, session);
        return passesWith(passes, { id, digest: replacement }, { former });
      });
    });
    if (!renewed) throw new Refusal('mot_de_passe_incorrect');
    return renewed;
  }

  /** Ends the other sessions of an account. @returns how many there were @throws Refusal `indisponible` */
  async closeOthers(accountId: string, session: string): Promise<number> {
    const { db, sessions } = withCredential(this.#services);
    return sessions.endOthers(db, accountId, session);
  }

  /** @returns the account of the session; null when it has ended or this installation has no sessions */
  async accountOf(secret: string): Promise<{ email: string; isExtended: boolean } | null> {
    if (!this.#services) return null;
    const { db, sessions } = this.#services;
    const session = await sessions.use(secret);
    const account = session && (await findAccount(db, session.compte_id));
    return account && { email: account.email, isExtended: session.prolongee };
  }

  /** Ends a session, if it has not ended. @throws Refusal `indisponible` */
  async close(secret: string): Promise<void> {
    await withCredential(this.#services).sessions.end(secret);
  }
}
