import { Refusal } from '../errors.ts';
import { findAccount, replacePasswordHash } from '../storage/accounts.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { findWhetherFactor } from '../storage/second-factors.ts';
import { inTransaction } from '../storage/transaction.ts';
import { type AccountServices, openAccountServices, PLAIN_TERMS } from './account-services.ts';
import { passesWith } from './browser-pass.ts';
import { browserWords } from './browser-words.ts';
import { endChangesOfAddress } from './change-of-address.ts';
import type { Claim } from './password-check.ts';
import { placeWords } from './place-words.ts';
import { beginSecondStep } from './second-factor/second-step.ts';
import { withCredential } from './service-credential.ts';
import type { Opened } from './sessions.ts';
import { tellOfBrowser } from './unknown-browser.ts';

interface LoginAttempt extends Omit<Claim, 'who'> {
  /** As it was typed. */
  readonly email: string;
  /** What its browser calls itself. */
  readonly userAgent?: string | undefined;
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

/** The password is right, and a second factor has to follow. */
export class SecondFactorNeeded extends Refusal {
  override name = 'SecondFactorNeeded';
  /** What the browser keeps until then. */
  readonly secret: string;

  constructor(secret: string) {
    super('second_facteur_requis');
    this.secret = secret;
  }
}

/** Opens and ends browser sessions, and changes passwords (docs/decisions/sessions.md). */
export class Login {
  /** What other acts on accounts work with; null when the installation has no service credential. */
  readonly services: AccountServices | null;

  /**
   * @param db pools with the service role; null when the installation has no service credential
   * @param terms what this installation has decided
   */
  constructor(db: RolePools | null, terms = PLAIN_TERMS) {
    this.services = db && openAccountServices(db, terms);
  }

  /**
   * Opens a session for who knows the password of an account without a second factor.
   * @throws SecondFactorNeeded for one that has a second factor; Refusal `unauthorized`, `trop_de_tentatives`, `indisponible`; QueueFull
   */
  async open({ previous, email, userAgent, ...claim }: LoginAttempt): Promise<Opened> {
    const services = withCredential(this.services);
    const { db, check, sessions } = services;
    const opened = await check.whoKnows({ who: { email }, ...claim }, async (account, isKnownBrowser) => {
      if (await findWhetherFactor(db, account.id)) return new SecondFactorNeeded(await beginSecondStep(db, account));
      const browser = browserWords(userAgent);
      const origin = { browser, place: placeWords(claim.address), factor: null };
      const secret = await inTransaction(db, async (client) => {
        const begun = await sessions.begin(account, previous, origin, client);
        if (begun !== null && !isKnownBrowser) await tellOfBrowser(services, client, account.id, browser);
        return begun;
      });
      return secret === null ? null : { secret, passes: passesWith(claim.passes, account) };
    });
    if (!opened) throw new Refusal('unauthorized');
    if (opened instanceof SecondFactorNeeded) throw opened;
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
    const { db, check, sessions, enqueue } = withCredential(this.services);
    const owner = await findAccount(db, accountId);
    if (!owner) throw new Refusal('unauthorized');
    const claim = { who: { accountId }, password: present, address, passes };
    const renewed = await check.whoKnows(claim, async (former) => {
      const { id, digest } = former;
      const replacement = await check.hash(next, accountId);
      return inTransaction(db, async (client) => {
        // The statement locks the account: the second of two changes at once sees the first.
        if (!(await replacePasswordHash(client, id, digest, replacement))) return null;
        if (!(await sessions.isLive(client, session))) throw new Refusal('unauthorized');
        await sessions.endOthers(client, id, session);
        await endChangesOfAddress(client, id);
        if (owner.isConfirmed) await enqueue(client, { kind: 'mot_de_passe_change', to: owner.email, accountId: id });
        return passesWith(passes, { id, digest: replacement }, { former });
      });
    });
    if (!renewed) throw new Refusal('mot_de_passe_incorrect');
    return renewed;
  }

  /** Ends the other sessions of an account. @returns how many there were @throws Refusal `indisponible` */
  async closeOthers(accountId: string, session: string): Promise<number> {
    const { db, sessions } = withCredential(this.services);
    return sessions.endOthers(db, accountId, session);
  }

  /** Ends what runs beside requests. */
  async stop(): Promise<void> {
    await this.services?.passkeys.close();
  }

  /** Ends a session, if it has not ended. @throws Refusal `indisponible` */
  async close(secret: string): Promise<void> {
    await withCredential(this.services).sessions.end(secret);
  }
}
