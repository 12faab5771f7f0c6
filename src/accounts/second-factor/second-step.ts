/** A sign-in whose password was right, until its second factor is shown (docs/decisions/second-factor.md). */
import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Shown } from '../../contract/second-factor.ts';
import { Refusal } from '../../errors.ts';
import { findCredentials, lockAccount } from '../../storage/accounts.ts';
import type { ShownFactor } from '../../storage/backing.ts';
import { findChallenge, insertChallenge, takeChallenge } from '../../storage/challenges.ts';
import { namePasskeys } from '../../storage/passkeys.ts';
import { countRecoveryCodes, findGenerator } from '../../storage/second-factors.ts';
import type { Queryable } from '../../storage/statement.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import type { AccountServices } from '../account-services.ts';
import { passesWith, passOf } from '../browser-pass.ts';
import { browserWords } from '../browser-words.ts';
import { placeWords } from '../place-words.ts';
import type { ProvenAccount } from '../proven-account.ts';
import type { Opened } from '../sessions.ts';
import { tellOfBrowser } from '../unknown-browser.ts';
import { factorOf } from './factor-use.ts';
import type { PasskeyOptions } from './passkeys.ts';

const SECRET_BYTES = 32;
/** How long the second factor may take, seconds. */
export const SECOND_STEP_SECONDS = 600;

const OVER = 'Cette connexion a trop attendu. Recommencez avec votre mot de passe.';

/** A browser that signs in. */
export interface SigningBrowser {
  /** Network address of the client. */
  readonly address: string;
  /** What its browser presents to show that it has signed in before. */
  readonly passes: readonly string[];
  /** What its browser calls itself. */
  readonly userAgent?: string | undefined;
  /** Secret of the session that the browser has already. */
  readonly previous: string | undefined;
}

/** One that has shown a second factor. */
interface Shower extends SigningBrowser {
  readonly factor: ShownFactor;
  /** Whether it has signed in to the account before. */
  readonly isKnown: boolean;
}

/** How an account may go on with its sign-in. */
export interface SecondStep {
  readonly hasPasskey: boolean;
  readonly hasApplication: boolean;
  readonly hasRecovery: boolean;
}

/** Notes that a password was right. @returns the secret that its browser keeps meanwhile */
export async function beginSecondStep(db: Queryable, account: ProvenAccount): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const begun = { kind: 'connexion', fingerprint: fingerprintOf(secret), accountId: account.id } as const;
  // Another password ends the sign-in: it is begun for this hash alone.
  const data = { mot_de_passe: fingerprintOf(account.digest) };
  await insertChallenge(db, begun, { data, lifeSeconds: SECOND_STEP_SECONDS });
  return secret;
}

/** @throws Refusal `unauthorized` when the sign-in is over, or its account has another password by now */
export async function readSecondStep({ db }: AccountServices, secret: string | undefined): Promise<SecondStep> {
  const { id } = await pendingAccount(db, secret);
  const [passkeys, generator, codes] = await Promise.all([
    namePasskeys(db, id),
    findGenerator(db, id),
    countRecoveryCodes(db, id),
  ]);
  return {
    hasPasskey: passkeys.length > 0,
    hasApplication: (generator?.confirme_le ?? null) !== null,
    hasRecovery: codes > 0,
  };
}

/** Asks for a passkey of the account that signs in. @throws Refusal `unauthorized`, `passkeys_impossibles` */
export async function askForSecond(services: AccountServices, secret: string | undefined): Promise<PasskeyOptions> {
  const { id } = await pendingAccount(services.db, secret);
  const known = await namePasskeys(services.db, id);
  return services.passkeys.askToShow({ kind: 'passkey', accountId: id, bond: String(secret) }, known);
}

/**
 * Opens the session of a sign-in whose second factor is right. The sign-in and the factor are used up, both or neither.
 * @throws Refusal `unauthorized` when the sign-in is over; `second_facteur_incorrect`, `trop_de_tentatives`; QueueFull
 */
export async function finishSecondStep(
  services: AccountServices,
  secret: string | undefined,
  shown: Shown,
  browser: SigningBrowser,
): Promise<Opened> {
  const { db, codeAttempts } = services;
  const account = await pendingAccount(db, secret);
  const pass = passOf(browser.passes, account);
  const asked = { kind: 'passkey', bond: String(secret) } as const;
  const { isGuessable, ready } = factorOf(services, account.id, shown, asked);
  const attempt = { accountId: account.id, address: browser.address, pass, isGuessable };
  const opened = await codeAttempts.count(attempt, async () => {
    const use = await ready();
    return (
      use &&
      inTransaction(db, async (client) => {
        if (!(await lockAccount(client, account.id, account.digest))) throw stepOver();
        const factor = await use(client);
        if (!factor) return null;
        const begun = { kind: 'connexion', fingerprint: fingerprintOf(String(secret)), accountId: account.id } as const;
        if (!(await takeChallenge(client, begun))) throw stepOver();
        return openSession(services, client, account, { ...browser, factor, isKnown: pass !== undefined });
      })
    );
  });
  if (!opened) throw new Refusal('second_facteur_incorrect');
  return opened;
}

/**
 * Begins a session that has shown a second factor, in a transaction.
 * @throws Refusal `unauthorized` when the account has another password by now
 */
export async function openSession(
  services: AccountServices,
  client: ClientBase,
  account: ProvenAccount,
  { address, passes, userAgent, previous, factor, isKnown }: Shower,
): Promise<Opened> {
  const words = browserWords(userAgent);
  const origin = { browser: words, place: placeWords(address), factor };
  const secret = await services.sessions.begin(account, previous, origin, client);
  if (secret === null) throw stepOver();
  if (!isKnown) await tellOfBrowser(services, client, account.id, words);
  return { secret, passes: passesWith(passes, account) };
}

/** The account of a sign-in that waits for its second factor. @throws Refusal `unauthorized` */
async function pendingAccount(db: AccountServices['db'], secret: string | undefined): Promise<ProvenAccount> {
  const pending = secret === undefined ? null : await findChallenge(db, 'connexion', fingerprintOf(secret));
  const accountId = pending?.compte_id;
  const account = accountId ? await findCredentials(db, { accountId }) : null;
  if (!account || pending?.donnees.mot_de_passe !== fingerprintOf(account.mot_de_passe)) throw stepOver();
  return { id: account.id, digest: account.mot_de_passe };
}

const stepOver = (): Refusal => new Refusal('unauthorized', { message: OVER });
