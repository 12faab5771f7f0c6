import { nameFault } from '../text/names.ts';

/** The facts on which a theme's name at its publication depends. */
interface Publishable {
  readonly nom: string;
  /** Set on a working draft only. */
  readonly issu_de?: string | null | undefined;
  /** The theme with which its line of descent begins; undefined where nobody knows. */
  readonly lignee?: string | undefined;
}

/** Whether a theme is a working draft: only working drafts have `issu_de`. */
export const isWorkingDraft = ({ issu_de: source }: Pick<Publishable, 'issu_de'>): boolean =>
  source !== null && source !== undefined;

/** What a new working draft's name has behind that of the published theme. */
export const WORKING_DRAFT_SUFFIX = ' — brouillon';

/**
 * The name that a theme gets when it is published in place of another. A working draft takes the published theme's name if both are of one
 * line of descent; else it keeps its own without the suffix. Pure: the client loads this too.
 */
export function nameOncePublished(theme: Publishable, published: Publishable | null | undefined): string {
  if (!isWorkingDraft(theme)) return theme.nom;
  const isOfItsLine = theme.lignee !== undefined && theme.lignee === published?.lignee;
  const name = published && isOfItsLine ? published.nom : withoutSuffix(theme.nom);
  // An import takes names that a change of name does not.
  return nameFault(name) === null ? name : theme.nom;
}

function withoutSuffix(name: string): string {
  let own = name;
  while (own.endsWith(WORKING_DRAFT_SUFFIX)) own = own.slice(0, -WORKING_DRAFT_SUFFIX.length);
  return own;
}
