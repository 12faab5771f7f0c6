/** What browsers are asked about passkeys, and their answers (docs/accounts.md, A second factor). */
import { randomBytes } from 'node:crypto';
import type { PasskeyAnswer, PasskeyMade } from '../../contract/second-factor.ts';
import { Refusal } from '../../errors.ts';
import {
  type ChallengeKind,
  deleteChallenges,
  insertChallenge,
  sweepChallenges,
  takeChallenge,
} from '../../storage/challenges.ts';
import { OccasionalSweep } from '../../storage/occasional-sweep.ts';
import { findPasskey, type NamedPasskey } from '../../storage/passkeys.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { isRecord } from '../../text/json.ts';
import { PasskeyVerifier } from './passkey-verifier.ts';
import { ALGORITHMS, type RelyingParty } from './relying-party.ts';

const CHALLENGE_BYTES = 32;
/** How long a person may take with a device, seconds. */
const CHALLENGE_SECONDS = 600;

/** Options in the JSON form of Web Authentication, which `@simplewebauthn/browser` takes. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** What a challenge is for: only an answer for the same thing, of the same account and session, may use the challenge up. */
export interface Asked {
  readonly kind: Exclude<ChallengeKind, 'connexion'>;
  /** Null where the passkey itself says who signs in. */
  readonly accountId: string | null;
  /** What of the browser the challenge is bound to, besides: the secret of its session or of its sign-in. */
  readonly bond: string;
}

/** A passkey that has answered well; what is left to do is to note its use. */
export interface ShownPasskey {
  readonly id: string;
  readonly accountId: string;
  readonly counter: number;
}

/** Asks browsers for passkeys and judges their answers. */
export class Passkeys {
  readonly #db: RolePools;
  readonly #relyingParty: RelyingParty | null;
  readonly #verifier = new PasskeyVerifier();
  readonly #sweep: OccasionalSweep;

  /** @param db pools with the service role @param relyingParty null where browsers refuse passkeys */
  constructor(db: RolePools, relyingParty: RelyingParty | null) {
    this.#db = db;
    this.#relyingParty = relyingParty;
    this.#sweep = new OccasionalSweep(() => sweepChallenges(db));
  }

  /** Whether browsers accept passkeys at the address of this installation. */
  get isOffered(): boolean {
    return this.#relyingParty !== null;
  }

  /**
   * Asks for a new passkey.
   * @param known those that the account has already: their devices make no second one
   * @throws Refusal `passkeys_impossibles`
   */
  async askToMake(
    asked: Asked,
    { account, known }: { account: { readonly id: string; readonly email: string }; known: readonly NamedPasskey[] },
  ): Promise<PasskeyOptions> {
    const { id, challenge } = await this.#ask(asked);
    return {
      challenge,
      rp: { id, name: id },
      user: { id: handleOf(account.id), name: account.email, displayName: account.email },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_SECONDS * 1_000,
      attestation: 'none',
      excludeCredentials: known.map(credentialOf),
      // Only one that a device keeps, and that checks who holds it, signs in without a password; others stand beside the password.
      authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'preferred' },
      extensions: { credProps: true },
      hints: [],
    };
  }

  /**
   * Asks for a passkey that exists.
   * @param allowed those that may answer; any where the passkey itself says who signs in
   * @throws Refusal `passkeys_impossibles`
   */
  async askToShow(asked: Asked, allowed: readonly NamedPasskey[]): Promise<PasskeyOptions> {
    const { id, challenge } = await this.#ask(asked);
    return {
      challenge,
      rpId: id,
      timeout: CHALLENGE_SECONDS * 1_000,
      allowCredentials: allowed.map(credentialOf),
      userVerification: asked.accountId === null ? 'required' : 'preferred',
    };
  }

  /**
   * Judges a passkey that was made. Its challenge is used up, whatever comes out.
   * @returns null for one that is not accepted
   * @throws Refusal `passkeys_impossibles`; QueueFull
   */
  async judgeMade(asked: Asked, made: PasskeyMade) {
    const relyingParty = this.#known();
    const challenge = await this.#taken(asked, made.response.clientDataJSON);
    if (challenge === null) return null;
    const verdict = await this.#verifier.verify({ kind: 'made', relyingParty, challenge, made });
    return verdict?.publicKey ? { ...verdict, publicKey: verdict.publicKey } : null;
  }

  /**
   * Judges a passkey that was shown. Its challenge is used up, whatever comes out; its use is not noted yet.
   * @returns null for one that is not accepted
   * @throws Refusal `passkeys_impossibles`; QueueFull
   */
  async judgeShown(asked: Asked, answer: PasskeyAnswer): Promise<ShownPasskey | null> {
    const relyingParty = this.#known();
    const challenge = await this.#taken(asked, answer.response.clientDataJSON);
    const passkey = challenge === null ? null : await findPasskey(this.#db, answer.id);
    if (challenge === null || !passkey) return null;
    const { id, compte_id: accountId, cle_publique: stored, compteur: counter } = passkey;
    if (asked.accountId !== null && asked.accountId !== accountId) return null;
    const { userHandle } = answer.response;
    if (userHandle ? userHandle !== handleOf(accountId) : asked.accountId === null) return null;
    const verifiesUser = asked.accountId === null;
    const publicKey = Uint8Array.from(stored);
    const task = { kind: 'shown', relyingParty, challenge, answer, publicKey, counter, verifiesUser } as const;
    const verdict = await this.#verifier.verify(task);
    return verdict && { id, accountId, counter: verdict.counter };
  }

  /** Ends the thread that judges. */
  close(): Promise<void> {
    return this.#verifier.close();
  }

  async #ask({ kind, accountId, bond }: Asked): Promise<{ id: string; challenge: string }> {
    const { id } = this.#known();
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
    const fingerprint = fingerprintOf(challenge);
    const data = { lien: fingerprintOf(bond) };
    // A browser has one question of a kind at a time; who is unknown is counted by the address.
    if (accountId !== null) await deleteChallenges(this.#db, accountId, { kind, bond: data.lien });
    await insertChallenge(this.#db, { kind, fingerprint, accountId }, { data, lifeSeconds: CHALLENGE_SECONDS });
    this.#sweep.maybeRun();
    return { id, challenge };
  }

  /** Uses the challenge of an answer up. @returns null where there is none of this kind, account and browser */
  async #taken({ kind, accountId, bond }: Asked, clientData: string): Promise<string | null> {
    const challenge = challengeOf(clientData);
    if (challenge === null) return null;
    const taken = await takeChallenge(this.#db, { kind, fingerprint: fingerprintOf(challenge), accountId });
    return taken?.lien === fingerprintOf(bond) ? challenge : null;
  }

  #known(): RelyingParty {
    if (!this.#relyingParty) throw new Refusal('passkeys_impossibles');
    return this.#relyingParty;
  }
}

/** The handle by which a passkey names its account: the bytes of its id. */
const handleOf = (accountId: string): string => Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url');

const credentialOf = ({ id, transports }: NamedPasskey) => ({ type: 'public-key', id, transports });

/**
 * The challenge that a browser has answered, as it says: 4 kB of JSON at most (`contract/second-factor.ts`).
 * @returns null too for a page in a frame of another site: whoever puts it there decides what a person sees around it
 */
function challengeOf(clientData: string): string | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    if (!isRecord(said) || said.crossOrigin === true) return null;
    return typeof said.challenge === 'string' ? said.challenge : null;
  } catch {
    return null;
  }
}
