/** What a deployment did. */
import type { Diagnostic } from '../../contract/diagnostics.ts';
import type { ThemeRole } from '../../contract/shared.ts';
import type { RemoteSite } from '../remote/answers.ts';
import type { DeployChanges } from './examine.ts';

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
  /** Errors in the site's own files, which the deployed code may have caused: a page names a section that is gone. */
  readonly problems: readonly Diagnostic[];
}

/** @param address of the service */
export const reportAsJson = (report: DeployReport, address: string, isTrial: boolean) => ({
  site: report.site.slug,
  theme: report.theme,
  numero: report.number,
  nouveau: report.isNew,
  ecrits: report.changes.written,
  supprimes: report.changes.removed,
  gardes: report.changes.kept,
  fusionnes: report.changes.merged,
  remplaces: report.changes.forced,
  conflits: [],
  publie: report.isPublished,
  erreurs: report.problems,
  essai: isTrial,
  studio: studioAddress(report, address),
});

/** Address of the draft in the studio. */
export const studioAddress = ({ site, theme }: DeployReport, address: string): string | null =>
  theme && `${address}/studio/${site.id}/themes/${theme.id}`;

/** `templates/index.json:3:5: sentence` */
export const problemLine = ({ chemin, ligne, colonne, message }: Diagnostic): string =>
  `${[chemin, ligne, ligne && colonne].filter(Boolean).join(':')}: ${message}`;
