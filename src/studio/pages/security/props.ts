import type { Security } from '../../../contract/second-factor.ts';

export interface SecurityProps extends Omit<Security, 'prouve_jusqua'> {
  /** Address of the account, for who keeps passwords. */
  readonly email: string;
}
