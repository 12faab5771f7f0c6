/** What a rehearsal tells (docs/rehearsal.md). */
import { RENDER_REASONS, type Verdict } from '../verdict.ts';

/** Why a theme gives no page, or why a page was not rehearsed. */
export const REHEARSAL_REASONS = [...RENDER_REASONS, 'duree'] as const;
export type RehearsalReason = (typeof REHEARSAL_REASONS)[number];

export const PAGE_STATES = ['egale', 'changee', 'echouee', 'omise'] as const;

/** A page as one of the themes gives it. */
export interface RehearsedSide extends Pick<Verdict, 'statut'> {
  /** Processor time of the render, milliseconds; null where the theme gives no page. */
  readonly ms: number | null;
  /** Length of the HTML that visitors get, before it is compressed, bytes; 0 where they get a 503. */
  readonly octets: number;
}

/** A section that fails. */
export interface FailingSection {
  /** Its type; `layout` where the layout itself fails. */
  readonly type: string;
  /** Where the error is. */
  readonly chemin: string;
  readonly ligne?: number;
  readonly message: string;
}

export interface BrokenAddress {
  /** Path and query of a page of the site; path in the theme of one of its files, `assets/theme.css`. */
  readonly adresse: string;
  readonly genre: 'lien' | 'fichier';
}

export interface RehearsedPage {
  /** Path and query. */
  readonly adresse: string;
  /** `echouee`: the draft does not give the page; `omise`: it was not rehearsed. */
  readonly etat: (typeof PAGE_STATES)[number];
  /** Why there is no page of the draft, or why it was not rehearsed; null where there is a page. */
  readonly raison: RehearsalReason | null;
  /** With the published theme; null where the site has none, or the page was not rehearsed. */
  readonly avant: RehearsedSide | null;
  /** With the draft; null where the page was not rehearsed. */
  readonly apres: RehearsedSide | null;
  /** Those that fail with the draft only. */
  readonly sections: readonly FailingSection[];
  /** What visitors would no longer find behind addresses of this page. */
  readonly casses: readonly BrokenAddress[];
  /** Files of the theme that the page uses and whose content is another one. */
  readonly fichiers: readonly string[];
  /** The HTML that differs, as a unified diff; null where nothing does or it could not be told; empty where only blank lines do. */
  readonly difference: string | null;
}

interface RehearsalSummary {
  readonly egales: number;
  readonly changees: number;
  readonly echouees: number;
  /** Pages that fail and did not. */
  readonly nouvelles_pannes: number;
  /** Pages that were not rehearsed for want of time or of a processor. */
  readonly omises: number;
  /** Pages beyond the bound, which are not listed. */
  readonly hors_limite: number;
  /** Articles that the sample does not have. */
  readonly articles_hors_echantillon: number;
  /** Pages with sections that fail with the draft only, and with addresses that break. */
  readonly sections: number;
  readonly casses: number;
}

export interface RehearsalReport {
  readonly ok: true;
  /** Null where the site has no published theme. */
  readonly publie: { readonly id: string; readonly nom: string } | null;
  readonly brouillon: { readonly id: string; readonly nom: string };
  readonly pages: readonly RehearsedPage[];
  readonly resume: RehearsalSummary;
}

/** Counts the pages of a report. @param leftOut what is not listed @param isNew whether a page fails and did not */
export function summaryOf(
  pages: readonly RehearsedPage[],
  leftOut: Pick<RehearsalSummary, 'hors_limite' | 'articles_hors_echantillon'>,
  isNew: (page: RehearsedPage) => boolean,
): RehearsalSummary {
  const count = (fits: (page: RehearsedPage) => boolean) => pages.filter(fits).length;
  return {
    egales: count(({ etat }) => etat === 'egale'),
    changees: count(({ etat }) => etat === 'changee'),
    echouees: count(({ etat }) => etat === 'echouee'),
    nouvelles_pannes: count(isNew),
    omises: count(({ etat }) => etat === 'omise'),
    ...leftOut,
    sections: count(({ sections }) => sections.length > 0),
    casses: count(({ casses }) => casses.length > 0),
  };
}
