import type { Key } from '../../../storage/keys.ts';

export interface KeysProps {
  readonly keys: readonly Key[];
  /** For what has expired, milliseconds since 1970. */
  readonly now: number;
}
