import type { FormPageLink } from '../form/props.ts';

export interface LoginProps {
  readonly email: string;
  /** Where one goes on afterwards, an address of the studio; null for its beginning. */
  readonly next: string | null;
  /** Why nobody is signed in; empty where nothing was refused. */
  readonly alert: string;
  /** What has just been done elsewhere; empty where nothing was. */
  readonly notice: string;
  /** Whether passkeys work at the address of this installation. */
  readonly hasPasskeys: boolean;
  readonly links: readonly FormPageLink[];
  /** Where the form is sent. */
  readonly action: string;
  /** Attributes of the form, by which its script finds it. */
  readonly marks: Readonly<Record<string, string>>;
}
