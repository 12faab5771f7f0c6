import { enqueueMail } from '../storage/mails.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { PasswordCheck } from './password-check.ts';
import { RequestLimits } from './request-limits.ts';
import { Sessions } from './sessions.ts';

/** What acts on accounts work with. There is one in a program: passwords are compared and hashed few at a time in all. */
export interface AccountServices {
  /** Pools with the service role. */
  readonly db: RolePools;
  readonly check: PasswordCheck;
  readonly sessions: Sessions;
  readonly limits: RequestLimits;
  /** Whether this installation sends mail. */
  readonly isMailed: boolean;
  /** Lets a message wait, in the transaction of what it is about; where no mail goes out, nothing waits. */
  readonly enqueue: typeof enqueueMail;
}

export const openAccountServices = (db: RolePools, isMailed: boolean): AccountServices => ({
  db,
  check: new PasswordCheck(db),
  sessions: new Sessions(db),
  limits: new RequestLimits(db),
  isMailed,
  enqueue: isMailed ? enqueueMail : async () => undefined,
});
