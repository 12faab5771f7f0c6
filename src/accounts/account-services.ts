import { type Enqueue, enqueueWhere } from '../storage/mails.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { PasswordCheck } from './password-check.ts';
import { RequestLimits } from './request-limits.ts';
import { CodeAttempts } from './second-factor/code-attempts.ts';
import { Passkeys } from './second-factor/passkeys.ts';
import type { RelyingParty } from './second-factor/relying-party.ts';
import type { FactorRule } from './second-factor/requirement.ts';
import { Sessions } from './sessions.ts';

/** What acts on accounts work with. There is one in a program: passwords are compared and hashed few at a time in all. */
export interface AccountServices {
  /** Pools with the service role. */
  readonly db: RolePools;
  readonly check: PasswordCheck;
  readonly sessions: Sessions;
  readonly limits: RequestLimits;
  readonly passkeys: Passkeys;
  readonly codeAttempts: CodeAttempts;
  /** Of whom a second factor is required. */
  readonly factorRule: FactorRule;
  /** Whether this installation sends mail. */
  readonly isMailed: boolean;
  /** Lets a message wait, in the transaction of what it is about; where no mail goes out, nothing waits. */
  readonly enqueue: Enqueue;
}

/** What an installation has decided about accounts. */
export interface AccountTerms {
  /** Whether this installation sends mail. */
  readonly isMailed: boolean;
  /** Null where browsers refuse passkeys. */
  readonly relyingParty: RelyingParty | null;
  readonly factorRule: FactorRule;
}

/** What is decided where nothing is said. */
export const PLAIN_TERMS: AccountTerms = { isMailed: false, relyingParty: null, factorRule: null };

export const openAccountServices = (
  db: RolePools,
  { isMailed, relyingParty, factorRule }: AccountTerms,
): AccountServices => ({
  db,
  check: new PasswordCheck(db),
  sessions: new Sessions(db),
  limits: new RequestLimits(db),
  passkeys: new Passkeys(db, relyingParty),
  codeAttempts: new CodeAttempts(db),
  factorRule,
  isMailed,
  enqueue: enqueueWhere(isMailed),
});
