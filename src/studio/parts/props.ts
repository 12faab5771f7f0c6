/** A picture of the catalog. */
export interface Picture {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

/** Why a member may not change anything. */
export interface ReadOnly {
  readonly reason: string;
  /** To be a reader is no mistake. */
  readonly isReader: boolean;
}

/** The address of an account. */
export interface AccountAddress {
  readonly email: string;
  readonly isConfirmed: boolean;
  /** Whether this installation sends mail. */
  readonly isMailed: boolean;
}
