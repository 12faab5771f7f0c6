import { Refusal } from '../errors.ts';
import { type KeyScope, useKey } from '../storage/keys.ts';
import type { Pool } from '../storage/pool.ts';
import { fingerprintOf, presentedKey } from './api-key.ts';

/** Who makes a request. */
export interface Caller {
  readonly accountId: string;
  /** What its key may do; a session may do all that its account may. */
  readonly scope: KeyScope | 'session';
}

/** What a request presents itself with. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
}

/** Knows callers by their keys and sessions (specification, Authentication). */
export class Authentication {
  readonly #db: Pool | null;

  /** @param db a pool with the service role; null when the installation has no service credential */
  constructor(db: Pool | null) {
    this.#db = db;
  }

  /**
   * A key goes before a session; a bearer token that is no key of ours is ignored.
   * @throws Refusal `unauthorized`, `trop_de_tentatives`, `indisponible`
   */
  async identify({ authorization }: Credentials): Promise<Caller> {
    const presented = presentedKey(authorization);
    if (!presented) throw new Refusal('unauthorized');
    if (!this.#db) throw new Refusal('indisponible');
    const key = await useKey(this.#db, fingerprintOf(presented));
    if (!key) throw new Refusal('unauthorized');
    return { accountId: key.compte_id, scope: key.portee };
  }
}
