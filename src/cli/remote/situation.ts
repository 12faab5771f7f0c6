/** What a theme is to its site. */
import { isWorkingDraft } from '../../themes/published-name.ts';

/**
 * - `publie`: visitors see it
 * - `travail`: the working draft of the site
 * - `remplace`: it was published, and a theme that descends from the same one is published now
 * - `brouillon`: any other draft
 */
export const SITUATIONS = ['publie', 'travail', 'remplace', 'brouillon'] as const;
export type Situation = (typeof SITUATIONS)[number];

/** What is known of the descent of a theme. */
interface Descent {
  readonly id: string;
  readonly role: 'publie' | 'brouillon';
  /** The theme with which its line of descent begins; undefined where a service of before does not say it. */
  readonly lignee?: string | undefined;
  readonly issu_de?: string | null | undefined;
}

/** Whether two themes are of one line of descent; no where nobody knows. */
export const areOfOneLine = (a: Pick<Descent, 'lignee'>, b: Pick<Descent, 'lignee'>): boolean =>
  a.lignee !== undefined && a.lignee === b.lignee;

/**
 * What a theme is among the themes of its site; undefined where nobody knows. A line of descent grows only by working drafts of a published
 * theme: where a theme of the line is published, every other one but the working draft was published before it.
 */
export function situationOf(theme: Descent, themes: readonly Descent[]): Situation | undefined {
  if (theme.lignee === undefined) return undefined;
  if (theme.role === 'publie') return 'publie';
  if (isWorkingDraft(theme)) return 'travail';
  return themes.some((other) => other.role === 'publie' && areOfOneLine(other, theme)) ? 'remplace' : 'brouillon';
}

/** Whether a theme is still what it was at the last exchange. @param before undefined for a folder of a client of before */
export function isAsLeft(before: Situation | undefined, now: Situation | undefined): boolean {
  if (now === undefined || before === now) return true;
  // The line is not published any more: that the theme was replaced is known.
  if (before === 'remplace') return now === 'brouillon';
  return before === undefined && now !== 'remplace';
}
