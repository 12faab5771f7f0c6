/** What a rehearsal tells. */
import type { Rehearsal } from '../../contract/rehearsal.ts';
import type { Told } from '../../contract/shared.ts';

export type RehearsalReport = Told<typeof Rehearsal>;
export type RehearsedPage = RehearsalReport['pages'][number];
export type RehearsalSummary = RehearsalReport['resume'];
export type RehearsedSide = NonNullable<RehearsedPage['apres']>;
export type FailingSection = RehearsedPage['sections'][number];
export type BrokenAddress = RehearsedPage['casses'][number];

/** Counts the pages of a report. @param leftOut pages that are not listed @param isNew whether a page fails only with the draft */
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
