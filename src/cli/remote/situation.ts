/** What a theme is to its site. */
import { isWorkingDraft } from '../../themes/published-name.ts';

/**
 * - `publie`: visitors see it
 * - `travail`: the working draft of the site
 * - `remplace`: it was published, and a theme of its kin is published now
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
  /** The theme that it was copied from; it may be gone. */
  readonly fait_de?: string | null | undefined;
  /** When it was published last; null for one that visitors never saw. */
  readonly publie_le?: string | null | undefined;
}

/** Whether two themes are of one line of descent; no where nobody knows. */
export const areOfOneLine = (a: Pick<Descent, 'lignee'>, b: Pick<Descent, 'lignee'>): boolean =>
  a.lignee !== undefined && a.lignee === b.lignee;

/** Whether two themes have in common a line of descent that they are of, or that a theme is of from which they were copied. */
export function areKin(a: Descent, b: Descent, themes: readonly Descent[]): boolean {
  const lines = linesBehind(b, themes);
  return linesBehind(a, themes).some((line) => lines.includes(line));
}

function linesBehind(theme: Descent, themes: readonly Descent[]): readonly string[] {
  const lines: string[] = [];
  let one: Descent | undefined = theme;
  // A service may say that themes are copies of each other.
  for (let copies = 0; one?.lignee !== undefined && copies <= themes.length; copies++) {
    const { lignee, fait_de: source } = one as Descent;
    lines.push(String(lignee));
    one = themes.find(({ id }) => id === source);
  }
  return lines;
}

/** What a theme is among the themes of its site; undefined where nobody knows. */
export function situationOf(theme: Descent, themes: readonly Descent[]): Situation | undefined {
  if (theme.lignee === undefined) return undefined;
  if (theme.role === 'publie') return 'publie';
  if (isWorkingDraft(theme)) return 'travail';
  const wasSeen = typeof theme.publie_le === 'string';
  return wasSeen && themes.some((other) => other.role === 'publie' && areKin(other, theme, themes))
    ? 'remplace'
    : 'brouillon';
}

/** Whether a theme is still what it was at the last exchange. @param before undefined for a folder of a client of before */
export function isAsLeft(before: Situation | undefined, now: Situation | undefined): boolean {
  if (now === undefined || before === now) return true;
  // The line is not published any more: that the theme was replaced is known.
  if (before === 'remplace') return now === 'brouillon';
  return before === undefined && now !== 'remplace';
}
