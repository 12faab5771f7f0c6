import type { MenuEntry } from '../../../../engine/index.ts';
import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

export interface MenusProps {
  /** Id of the signed-in account: drafts in the browser are kept for each account. */
  readonly account: string;
  readonly site: SiteLink & { readonly id: string };
  /** By key. */
  readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  /** The theme that visitors see; null where there is none. */
  readonly theme: { readonly id: string; readonly name: string } | null;
  /** Why the account may change nothing; null where it may. */
  readonly readOnly: ReadOnly | null;
}
