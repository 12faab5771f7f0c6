/** What decides about the name of a theme at its publication. */
export interface Publishable {
  readonly nom: string;
  /** Set on a working draft only. */
  readonly issu_de?: string | null | undefined;
  /** The theme with which its line of descent begins; undefined where nobody knows. */
  readonly lignee?: string | undefined;
}

/**
 * The name that a theme gets when it is published in the place of another: a working draft of the same line of descent takes the name that
 * visitors' theme has. Pure: the client loads this too.
 */
export function nameOncePublished(theme: Publishable, published: Publishable | null | undefined): string {
  const isWorkingDraft = theme.issu_de !== null && theme.issu_de !== undefined;
  const isOfItsLine = theme.lignee !== undefined && theme.lignee === published?.lignee;
  return published && isWorkingDraft && isOfItsLine ? published.nom : theme.nom;
}
