/** What a deployment did. */
import type { RemoteSite, ThemeRole } from '../remote/answers.ts';
import type { DeployChanges } from './examine.ts';

/** Of one site. */
export interface DeployReport {
  readonly site: RemoteSite;
  /** Null for a draft that would be made. */
  readonly theme: { readonly id: string; readonly nom: string; readonly role: ThemeRole } | null;
  /** The version that it has now; null where it has none. */
  readonly number: number | null;
  /** Whether the draft was made, or would be. */
  readonly isNew: boolean;
  readonly changes: DeployChanges;
  /** Whether it was published now. */
  readonly isPublished: boolean;
}

/** Lists of paths as `--json` names them. */
export const changesAsJson = ({ written, removed, kept, merged, forced }: DeployChanges) => ({
  ecrits: written,
  supprimes: removed,
  gardes: kept,
  fusionnes: merged,
  remplaces: forced,
});
