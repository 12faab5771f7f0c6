/** A code that is sent to the confirmed address of an account: who types it in reads the mail of the account (docs/decisions/recovery.md). */
import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import { Refusal } from '../../errors.ts';
import { findAddressSince, lockAccount } from '../../storage/accounts.ts';
import { countGuess, deleteChallenges, insertChallenge, takeChallenge } from '../../storage/challenges.ts';
import { dropMail } from '../../storage/mails.ts';
import { findWhetherFactor } from '../../storage/second-factors.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import type { AccountServices } from '../account-services.ts';
import { actingOn } from '../acting-account.ts';
import { WITHOUT_MAIL } from '../confirmation.ts';
import { type OwnSession, prove } from './proof.ts';

const DIGITS = 8;
/** How long a code works, seconds; mail may be slow. */
const CODE_SECONDS = 900;
/** Guesses of one code; five codes an hour are sent to an account. */
const GUESSES = 5;

/** A code works in the session alone that has asked for it. */
const challengeOf = (accountId: string, bond: string) =>
  ({ kind: 'courriel', fingerprint: fingerprintOf(`courriel ${bond}`), accountId }) as const;

/**
 * Sends a code to the address of an account, for one of its sessions; an earlier one of this session ends. An account with a second factor has to show
 * that: who reads its mail in an unlocked browser does not have it.
 * @throws Refusal `unauthorized`, `preuve_requise`, `adresse_non_confirmee`, `trop_de_tentatives`, `indisponible` where no mail goes out
 */
export async function askForCode(services: AccountServices, own: OwnSession): Promise<void> {
  const { accountId } = own;
  if (!services.isMailed) throw new Refusal('indisponible', { message: WITHOUT_MAIL });
  await services.limits.countOf(accountId, 'code');
  await actingOn(services, accountId, { session: own, address: '', passes: [] }, async (client, account) => {
    if (await findWhetherFactor(client, accountId)) throw new Refusal('preuve_requise');
    if (!account.isConfirmed) throw new Refusal('adresse_non_confirmee');
    await dropMail(client, accountId, ['code']);
    const data = { lien: fingerprintOf(own.secret) };
    await services.enqueue(client, { kind: 'code', to: account.email, accountId, data });
  });
}

/** Makes a code when its mail is sent, in the transaction of the mail. @param bond fingerprint of the session */
export async function makeCode(client: ClientBase, accountId: string, bond: string): Promise<string> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  await deleteChallenges(client, accountId, { kind: 'courriel', bond });
  const data = { lien: bond, code: fingerprintOf(`${bond} ${code}`) };
  await insertChallenge(client, challengeOf(accountId, bond), { data, lifeSeconds: CODE_SECONDS });
  return code;
}

/**
 * Takes a code that came by mail as a proof. A guess is counted before it is judged.
 * @param typed as a person types it
 * @throws Refusal `second_facteur_incorrect`, `unauthorized`
 */
export async function proveByCode(services: AccountServices, own: OwnSession, typed: string): Promise<void> {
  const { accountId, secret } = own;
  const bond = fingerprintOf(secret);
  const code = typed.replace(/\D/g, '');
  const asked = await countGuess(services.db, challengeOf(accountId, bond), GUESSES);
  if (asked?.code !== fingerprintOf(`${bond} ${code}`)) throw new Refusal('second_facteur_incorrect');
  await inTransaction(services.db, async (client) => {
    await lockAccount(client, accountId);
    const since = await findAddressSince(client, accountId);
    const taken = await takeChallenge(client, challengeOf(accountId, bond));
    const isStrongest = !(await findWhetherFactor(client, accountId));
    if (!since || !isStrongest || taken?.code !== asked.code) throw new Refusal('second_facteur_incorrect');
    await prove(services, client, secret, { by: 'mail', since });
  });
}
