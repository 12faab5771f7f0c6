/** An account whose password somebody has shown to know. */
export interface ProvenAccount {
  readonly id: string;
  /** The stored hash that the password was compared with. */
  readonly digest: string;
}
