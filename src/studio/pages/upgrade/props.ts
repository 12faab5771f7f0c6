import type { ReadOnly } from '../../parts/props.ts';

export interface UpgradeProps {
  readonly siteId: string;
  /** Address of the site’s page. */
  readonly site: string;
  /** Address of the site’s themes, to which the id of one is added. */
  readonly themes: string;
  readonly theme: { readonly id: string; readonly name: string; readonly isPublished: boolean };
  /** Null for who may apply the upgrade. */
  readonly readOnly: ReadOnly | null;
}
