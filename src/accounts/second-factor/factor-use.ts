/** Uses a second factor up that somebody shows (docs/decisions/second-factor.md). */
import type { ClientBase } from 'pg';
import type { Shown } from '../../contract/second-factor.ts';
import type { ShownFactor } from '../../storage/backing.ts';
import { usePasskey } from '../../storage/passkeys.ts';
import { findGenerator, useRecoveryCode, useStep } from '../../storage/second-factors.ts';
import type { AccountServices } from '../account-services.ts';
import { recoveryFingerprint, stepOf, typedCode } from './codes.ts';
import type { Asked } from './passkeys.ts';
import { tellOfSecurity } from './security-mail.ts';

/** Uses a factor up in a transaction that holds the account's row. @returns null when it is wrong, or was used meanwhile */
type Use = (client: ClientBase) => Promise<ShownFactor | null>;

/** A second factor whose form was judged. */
export interface ReadyFactor {
  /** Whether it can be guessed: the short code of an application. */
  readonly isGuessable: boolean;
  /** Does what takes long before the transaction. @returns null when it is wrong @throws QueueFull */
  readonly ready: () => Promise<Use | null>;
}

/** @param asked what its challenge was made for, where a passkey is shown */
export function factorOf(
  services: AccountServices,
  accountId: string,
  shown: Shown,
  asked: Pick<Asked, 'kind' | 'bond'>,
): ReadyFactor {
  if ('passkey' in shown) {
    const ready = async (): Promise<Use | null> => {
      const passkey = await services.passkeys.judgeShown({ ...asked, accountId }, shown.passkey);
      return passkey && ((client) => usePasskey(client, accountId, passkey.id, passkey.counter));
    };
    return { isGuessable: false, ready };
  }
  const typed = typedCode(shown.code);
  const use: Use | null =
    typed === null
      ? null
      : typed.kind === 'generator'
        ? (client) => useGeneratorCode(client, accountId, typed.code)
        : (client) => useCodeOnPaper(services, client, accountId, typed.code);
  return { isGuessable: typed?.kind === 'generator', ready: async () => use };
}

/** A code counts once: of several who use the code at the same time, one is right. */
async function useGeneratorCode(client: ClientBase, accountId: string, code: string): Promise<ShownFactor | null> {
  const generator = await findGenerator(client, accountId);
  if (!generator?.confirme_le) return null;
  const step = stepOf(generator.secret, code, generator.maintenant);
  return step === null ? null : useStep(client, accountId, step);
}

async function useCodeOnPaper(
  services: AccountServices,
  client: ClientBase,
  accountId: string,
  code: string,
): Promise<ShownFactor | null> {
  const shown = await useRecoveryCode(client, accountId, recoveryFingerprint(accountId, code));
  if (shown) await tellOfSecurity(services, client, accountId, { acte: 'code_utilise' });
  return shown;
}
