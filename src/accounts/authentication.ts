import { Refusal } from '../errors.ts';
import { findCredentials } from '../storage/accounts.ts';
import { type KeyScope, useKey } from '../storage/keys.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { InvalidKeys } from './invalid-keys.ts';
import { type FactorRule, lacksFactor } from './second-factor/requirement.ts';
import { withCredential } from './service-credential.ts';
import { Sessions } from './sessions.ts';

/** Who makes a request. */
export interface Caller {
  readonly accountId: string;
  /** Address of the account, or name of the key: the first characters of one that has no name. */
  readonly name: string;
  /** The scope of its key; a session may do everything that its account may. */
  readonly scope: KeyScope | 'session';
}

/** Who makes a request with a live session. */
export interface SessionCaller extends Caller {
  readonly scope: 'session';
  /** Secret of the session. */
  readonly secret: string;
  /** Whether the session now ends later, so that its cookie has to be sent again. */
  readonly isExtended: boolean;
  /** Whether it is a session of an account that looks after the installation. */
  readonly isOperator: boolean;
  /** Whether it has shown a second factor, and the account still has one. */
  readonly hasSecondFactor: boolean;
}

/** No key, no session and no e-mail address. */
const NOBODY = '';

interface Services {
  readonly db: RolePools;
  readonly invalidKeys: InvalidKeys;
  readonly sessions: Sessions;
}

/** Says what keys and sessions are worth (docs/decisions/edge-guard.md, docs/decisions/sessions.md). */
export class Authentication {
  readonly #services: Services | null;
  readonly #factorRule: FactorRule;

  /**
   * @param db pools with the service role; null when the installation has no service credential
   * @param factorRule of whom a second factor is required
   */
  constructor(db: RolePools | null, factorRule: FactorRule = null) {
    this.#services = db && { db, invalidKeys: new InvalidKeys(db), sessions: new Sessions(db) };
    this.#factorRule = factorRule;
  }

  /** Whether this installation has sessions. */
  get hasSessions(): boolean {
    return this.#services !== null;
  }

  /** @param presented null where no key is @throws Refusal `unauthorized`, `trop_de_tentatives`, `indisponible` */
  async key(presented: string | null): Promise<Caller> {
    if (presented === null) throw new Refusal('unauthorized');
    const { db, invalidKeys } = withCredential(this.#services);
    const fingerprint = fingerprintOf(presented);
    invalidKeys.assertNotRefused(fingerprint);
    const key = await useKey(db.probes, fingerprint);
    if (!key) throw await invalidKeys.count(fingerprint);
    return { accountId: key.compte_id, name: key.nom ?? key.prefixe, scope: key.portee };
  }

  /** @returns null for a secret of no live session @throws Refusal `indisponible` */
  async session(secret: string): Promise<SessionCaller | null> {
    const session = await withCredential(this.#services).sessions.use(secret);
    if (!session) return null;
    const { compte_id: accountId, email: name, prolongee, exploitant, second_facteur } = session;
    return {
      ...{ accountId, name, scope: 'session', secret, isExtended: prolongee },
      ...{ isOperator: exploitant, hasSecondFactor: second_facteur },
    };
  }

  /** Whether a session may do nothing before its account gets the second factor that is required of it. @throws Refusal `indisponible` */
  async lacksFactor(session: SessionCaller): Promise<boolean> {
    return lacksFactor(withCredential(this.#services).db, this.#factorRule, session);
  }

  /**
   * Runs the statements that find a key, a session and an account, with a secret and an address that nobody can
   * have: nothing is written, no attempt is counted.
   * @throws Refusal `indisponible`; whatever the database says
   */
  async exercise(): Promise<void> {
    const { db, sessions } = withCredential(this.#services);
    await Promise.all([
      useKey(db.probes, fingerprintOf(NOBODY)),
      sessions.use(NOBODY),
      findCredentials(db, { email: NOBODY }),
    ]);
  }
}
