import type { Doer } from '../storage/journal.ts';

/** An operator by a command: the installation's own people have no name in the record of a site. */
export const OPERATOR: Doer = { means: 'exploitant', accountId: null, name: null };

/** An operator at `/exploitation`: which one, operators alone are told. */
export const ofOperator = (accountId: string): Doer => ({ ...OPERATOR, accountId });

/** The service itself. */
export const PROGRAM: Doer = { means: 'programme', accountId: null, name: null };

/** Who has signed in with an account. @param name its address */
export const ofAccount = ({ accountId, name }: { readonly accountId: string; readonly name: string }): Doer => ({
  ...{ means: 'compte', accountId, name },
});

/** Who makes a request: an account by its session, or one of its keys. */
export const doerOf = (caller: {
  readonly accountId: string;
  /** Address of the account, or name of the key. */
  readonly name: string;
  readonly scope: string;
}): Doer => ({ ...ofAccount(caller), means: caller.scope === 'session' ? 'compte' : 'cle' });
