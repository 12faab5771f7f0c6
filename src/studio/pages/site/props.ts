import type { SiteFacts } from '../../frame/props.ts';
import type { Picture, ReadOnly } from '../../parts/props.ts';

/** Paths of files, sorted. */
type Paths = readonly string[];

/** A theme of a site. */
export interface SiteTheme {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly files: number;
  /** When it was changed last, ISO 8601. */
  readonly changedAt: string;
  /** The name of its origin in the catalog; null for another theme. */
  readonly origin: string | null;
  readonly picture: Picture | null;
  /** The name that it takes when it is published, where that is another one. */
  readonly takes: string | null;
  /** The files in which the theme differs from its origin in the catalog; null where it has no origin there. */
  readonly difference: { readonly changed: Paths; readonly added: Paths; readonly removed: Paths } | null;
  /** Whether the catalog has something newer. */
  readonly isUpgradable: boolean;
}

/** A theme that can be installed. */
export interface CatalogItem {
  readonly id: string;
  readonly name: string;
  /** For whom it is. */
  readonly audience: string;
  readonly picture: Picture | null;
  readonly editions: readonly { readonly id: string; readonly name: string; readonly audience: string }[];
}

export interface SiteProps {
  readonly site: SiteFacts;
  /** Whether it has just been made. */
  readonly isNew: boolean;
  readonly readOnly: ReadOnly | null;
  /** The theme that visitors see; null where there is none. */
  readonly published: SiteTheme | null;
  readonly drafts: readonly SiteTheme[];
  /** Name of what can be published again; null where nothing was published before, or it was deleted. */
  readonly previous: string | null;
  readonly catalog: readonly CatalogItem[];
  /** Address of the script that explains why an archive was refused. */
  readonly explainer: string;
}
