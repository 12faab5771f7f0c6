/** A sign-in by a passkey alone: its device has checked who holds it, so it counts as both factors. */
import type { PasskeyAnswer } from '../../contract/second-factor.ts';
import { Refusal } from '../../errors.ts';
import { findCredentials, lockAccount } from '../../storage/accounts.ts';
import { usePasskey } from '../../storage/passkeys.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { AccountServices } from '../account-services.ts';
import { isHash } from '../argon2.ts';
import { passOf } from '../browser-pass.ts';
import type { Opened } from '../sessions.ts';
import type { Asked, PasskeyOptions } from './passkeys.ts';
import { openSession, type SigningBrowser } from './second-step.ts';

/** Nobody is known before the passkey says who signs in. */
const ANYBODY: Asked = { kind: 'passkey', accountId: null, bond: '' };

/** Asks for whatever passkey a browser has for this installation. @throws Refusal `passkeys_impossibles`, `trop_de_tentatives` */
export async function askForPasskey({ passkeys, limits }: AccountServices, address: string): Promise<PasskeyOptions> {
  if (!passkeys.isOffered) throw new Refusal('passkeys_impossibles');
  await limits.countChallenge(address);
  return passkeys.askToShow(ANYBODY, []);
}

/**
 * Opens a session for who shows a passkey.
 * @throws Refusal `second_facteur_incorrect` for one that is unknown or not accepted, `passkeys_impossibles`; QueueFull
 */
export async function signInWithPasskey(
  services: AccountServices,
  answer: PasskeyAnswer,
  browser: SigningBrowser,
): Promise<Opened> {
  const shown = await services.passkeys.judgeShown(ANYBODY, answer);
  if (!shown) throw new Refusal('second_facteur_incorrect');
  const { id, accountId, counter } = shown;
  return inTransaction(services.db, async (client) => {
    const known = (await lockAccount(client, accountId)) && (await findCredentials(client, { accountId }));
    // A recovery has taken the password away: nothing opens the account before there is another one.
    const isOpen = known !== null && isHash(known.mot_de_passe);
    const factor = isOpen && (await usePasskey(client, accountId, id, counter));
    if (!factor) throw new Refusal('second_facteur_incorrect');
    const account = { id: accountId, digest: known.mot_de_passe };
    const isKnown = passOf(browser.passes, account) !== undefined;
    return openSession(services, client, account, { ...browser, factor, isKnown });
  });
}
