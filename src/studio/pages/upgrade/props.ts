import type { SiteLink } from '../../frame/props.ts';
import type { ReadOnly } from '../../parts/props.ts';

export interface UpgradeProps {
  readonly site: SiteLink & { readonly id: string };
  readonly theme: { readonly id: string; readonly name: string; readonly isPublished: boolean };
  /** Null for who may apply the upgrade. */
  readonly readOnly: ReadOnly | null;
}
