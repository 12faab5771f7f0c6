import { Refusal } from '../errors.ts';
import { findCredentials } from '../storage/accounts.ts';
import { type KeyScope, useKey } from '../storage/keys.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { presentedKey } from './api-key.ts';
import { InvalidKeys } from './invalid-keys.ts';
import { withCredential } from './service-credential.ts';
import { Sessions } from './sessions.ts';

/** Who makes a request. */
export interface Caller {
  readonly accountId: string;
  /** Address of the account, or name of the key: the first characters of one that has no name. */
  readonly name: string;
  /** The scope of its key; a session may do everything that its account may. */
  readonly scope: KeyScope | 'session';
  /** Whether its session now ends later, so that its cookie has to be sent again. */
  readonly isExtended: boolean;
  /** Whether it is a session of an account that looks after the installation. */
  readonly isOperator: boolean;
  /** Whether its session has shown a second factor, and the account still has one; false of a key. */
  readonly hasSecondFactor: boolean;
}

/** The credentials of a request. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** The secret of its session cookie. */
  readonly session: string | undefined;
}

/** No key, no session and no e-mail address. */
const NOBODY = '';

interface Services {
  readonly db: RolePools;
  readonly invalidKeys: InvalidKeys;
  readonly sessions: Sessions;
}

/** Finds the caller of a request by its key or session (docs/decisions/edge-guard.md, docs/decisions/sessions.md). */
export class Authentication {
  readonly #services: Services | null;

  /** @param db pools with the service role; null when the installation has no service credential */
  constructor(db: RolePools | null) {
    this.#services = db && { db, invalidKeys: new InvalidKeys(db), sessions: new Sessions(db) };
  }

  /**
   * A key is preferred to a session; a bearer token that is not an API key is ignored.
   * @throws Refusal `unauthorized`, `trop_de_tentatives`, `indisponible`
   */
  async identify({ authorization, session }: Credentials): Promise<Caller> {
    const key = presentedKey(authorization);
    if (key === null && session === undefined) throw new Refusal('unauthorized');
    const services = withCredential(this.#services);
    return key === null ? identifyBySession(services, String(session)) : identifyByKey(services, key);
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

/** A key is one factor, and opens nothing that wants two. */
const NO_FACTOR = { isOperator: false, hasSecondFactor: false } as const;

async function identifyByKey({ db, invalidKeys }: Services, presented: string): Promise<Caller> {
  const fingerprint = fingerprintOf(presented);
  invalidKeys.assertNotRefused(fingerprint);
  const key = await useKey(db.probes, fingerprint);
  if (!key) throw await invalidKeys.count(fingerprint);
  const { compte_id: accountId, portee: scope } = key;
  return { accountId, name: key.nom ?? key.prefixe, scope, isExtended: false, ...NO_FACTOR };
}

async function identifyBySession({ sessions }: Services, presented: string): Promise<Caller> {
  const session = await sessions.use(presented);
  if (!session) throw new Refusal('unauthorized');
  const { compte_id: accountId, email: name, prolongee, exploitant, second_facteur } = session;
  return {
    ...{ accountId, name, scope: 'session', isExtended: prolongee },
    ...{ isOperator: exploitant, hasSecondFactor: second_facteur },
  };
}
