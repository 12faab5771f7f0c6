/** What decides about the name of a theme at its publication. */
export interface Publishable {
  readonly nom: string;
  /** Set on a working draft only. */
  readonly issu_de?: string | null | undefined;
  /** The theme with which its line of descent begins; undefined where nobody knows. */
  readonly lignee?: string | undefined;
}

/** Whether a theme is a working draft: only such a one is linked to the theme that it is a copy of. */
export const isWorkingDraft = ({ issu_de: source }: Pick<Publishable, 'issu_de'>): boolean =>
  source !== null && source !== undefined;

/** What the name of a new working draft has after the published theme's. */
export const WORKING_DRAFT_SUFFIX = ' — brouillon';

/**
 * The name that a theme gets when it is published in the place of another. A working draft takes the name that visitors' theme has where both
 * are of one line of descent; otherwise its own without the suffix of working drafts. Pure: the client loads this too.
 */
export function nameOncePublished(theme: Publishable, published: Publishable | null | undefined): string {
  if (!isWorkingDraft(theme)) return theme.nom;
  const isOfItsLine = theme.lignee !== undefined && theme.lignee === published?.lignee;
  return published && isOfItsLine ? published.nom : withoutSuffix(theme.nom);
}

function withoutSuffix(name: string): string {
  let own = name;
  while (own.endsWith(WORKING_DRAFT_SUFFIX)) own = own.slice(0, -WORKING_DRAFT_SUFFIX.length);
  return own.trim() === '' ? name : own;
}
