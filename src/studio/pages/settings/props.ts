import type { Values } from '../../../../engine/json/values.ts';
import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

export type SettingsTab = 'general' | 'seo' | 'contact' | 'reseaux' | 'acces';

export interface SettingsProps {
  /** Id of the signed-in account: drafts in the browser are kept for each account. */
  readonly account: string;
  /** `address`: scheme, host and port of the public pages. */
  readonly site: SiteLink & { readonly id: string; readonly address: string };
  readonly tab: SettingsTab;
  /** The values of the tab. Of `acces` they never have the code. */
  readonly values: Values;
  /** Why the account may change nothing; null where it may. */
  readonly readOnly: ReadOnly | null;
  /** What the owner says of the site under « Général »; empty for nothing. */
  readonly description: string;
  /** The contact address, where its reader has not agreed to get the messages; null where that is nothing to tell. */
  readonly awaited: string | null;
  /** Address of the script of the library. */
  readonly library: string;
}
