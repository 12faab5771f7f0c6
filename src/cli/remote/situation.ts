/** The situation of a theme on its site. */
import { isWorkingDraft } from '../../themes/published-name.ts';

/**
 * - `publie`: visitors see it
 * - `travail`: the working draft of the site
 * - `remplace`: it was published, and a related theme is published now
 * - `brouillon`: any other draft
 */
export const SITUATIONS = ['publie', 'travail', 'remplace', 'brouillon'] as const;
export type Situation = (typeof SITUATIONS)[number];

/** What is known of the descent of a theme. */
interface Descent {
  readonly id: string;
  readonly role: 'publie' | 'brouillon';
  /** The theme with which its line of descent begins; undefined from an older service. */
  readonly lignee?: string | undefined;
  readonly issu_de?: string | null | undefined;
  /** The theme that it was copied from; it may be gone. */
  readonly fait_de?: string | null | undefined;
  /** When it was published last; null for one that visitors never saw. */
  readonly publie_le?: string | null | undefined;
}

/** Whether two themes have one line of descent; false when that is unknown. */
export const areOfOneLine = (a: Pick<Descent, 'lignee'>, b: Pick<Descent, 'lignee'>): boolean =>
  a.lignee !== undefined && a.lignee === b.lignee;

/** Whether two themes are related: their lines of descent, with those of the themes that they were copied from, have one in common. */
export function areKin(a: Descent, b: Descent, themes: readonly Descent[]): boolean {
  const lines = linesBehind(b, themes);
  return linesBehind(a, themes).some((line) => lines.includes(line));
}

function linesBehind(theme: Descent, themes: readonly Descent[]): readonly string[] {
  const lines: string[] = [];
  let one: Descent | undefined = theme;
  // A faulty service may name themes as copies of each other, in a circle.
  for (let copies = 0; one?.lignee !== undefined && copies <= themes.length; copies++) {
    const { lignee, fait_de: source } = one as Descent;
    lines.push(String(lignee));
    one = themes.find(({ id }) => id === source);
  }
  return lines;
}

/** The situation of a theme among the themes of its site; undefined when that is unknown. */
export function situationOf(theme: Descent, themes: readonly Descent[]): Situation | undefined {
  if (theme.lignee === undefined) return undefined;
  if (theme.role === 'publie') return 'publie';
  if (isWorkingDraft(theme)) return 'travail';
  const wasSeen = typeof theme.publie_le === 'string';
  return wasSeen && themes.some((other) => other.role === 'publie' && areKin(other, theme, themes))
    ? 'remplace'
    : 'brouillon';
}

/** Whether the situation of a theme is still that of the last exchange. @param before undefined for a folder of an older client */
export function isAsLeft(before: Situation | undefined, now: Situation | undefined): boolean {
  if (now === undefined || before === now) return true;
  // The theme was replaced at the last exchange already; now no related theme is published.
  if (before === 'remplace') return now === 'brouillon';
  return before === undefined && now !== 'remplace';
}
