/** What the sections of a site's end are made from. */
export interface SiteEnds {
  readonly site: { readonly id: string; readonly name: string };
  /** Whether the reader may decide. */
  readonly isOwner: boolean;
  /** Whether an owner has taken the site off. */
  readonly isOff: boolean;
  /** Whether an operator has. */
  readonly isOffByOthers: boolean;
  /** When a site that its owner has deleted goes for good, ISO 8601; null for every other site. */
  readonly goesAt: string | null;
}
