import { Refusal } from '../errors.ts';
import { type AttemptKind, countAttempt, sweepAttempts } from '../storage/attempts.ts';
import { OccasionalSweep } from '../storage/occasional-sweep.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { fingerprintOf } from '../text/fingerprint.ts';

/** What anybody may ask for within an hour: from one network address, and for one mail address (or account). */
const QUOTAS = {
  inscription: { address: 20, email: 5 },
  oubli: { address: 20, email: 5 },
} as const satisfies Partial<Record<AttemptKind, { address: number; email: number }>>;

/** Challenges for a passkey that strangers are given, from one network address within a quarter of an hour: each visit of the sign-in page takes one. */
const CHALLENGES = 300;

/** Limits what people ask for without being known, in the database, which all instances share (docs/decisions/guessing.md). */
export class RequestLimits {
  readonly #db: RolePools;
  readonly #sweep: OccasionalSweep;

  /** @param db pools with the service role */
  constructor(db: RolePools) {
    this.#db = db;
    this.#sweep = new OccasionalSweep(() => sweepAttempts(db));
  }

  /**
   * Counts a request of a network address for a mail address, before anything is done for it.
   * @param email the address, or what stands for an account
   * @returns whether it is one too many for the mail address; who asks is told so of a sign-up alone
   * @throws Refusal `trop_de_tentatives` when it is one too many from the network address
   */
  async count(kind: keyof typeof QUOTAS, { address, email }: { address: string; email: string }): Promise<boolean> {
    this.#sweep.maybeRun();
    const [ofAddress, ofEmail] = await Promise.all(
      [address, email].map((what) => countAttempt(this.#db, kind, fingerprintOf(what))),
    );
    if (Number(ofAddress) > QUOTAS[kind].address) throw new Refusal('trop_de_tentatives');
    return Number(ofEmail) > QUOTAS[kind].email;
  }

  /** The same for what only one account asks for. @throws Refusal `trop_de_tentatives` */
  async countOf(accountId: string, what: string): Promise<void> {
    const asked = await countAttempt(this.#db, 'inscription', fingerprintOf(`${what} ${accountId}`));
    if (asked > QUOTAS.inscription.email) throw new Refusal('trop_de_tentatives');
  }

  /** Counts a challenge for a passkey that nobody is known for yet. @throws Refusal `trop_de_tentatives` */
  async countChallenge(address: string): Promise<void> {
    this.#sweep.maybeRun();
    if ((await countAttempt(this.#db, 'lien', fingerprintOf(`passkey ${address}`))) > CHALLENGES) {
      throw new Refusal('trop_de_tentatives');
    }
  }
}
