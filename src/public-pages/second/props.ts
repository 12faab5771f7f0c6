export interface SecondStepProps {
  /** Where one goes on afterwards, an address of the studio; null for its beginning. */
  readonly next: string | null;
  /** Why nobody is signed in; empty where nothing was refused. */
  readonly alert: string;
  /** What the account may show: a passkey, a code of its application, a recovery code. */
  readonly hasPasskey: boolean;
  readonly hasApplication: boolean;
  readonly hasRecovery: boolean;
  /** Where the forms are sent, and what a passkey has shown. */
  readonly action: string;
}
