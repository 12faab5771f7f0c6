import type { Picture } from '../../studio/parts/props.ts';

export interface TradeLink {
  readonly label: string;
  readonly address: string;
}

export interface ShownEdition {
  /** Its id in the page. */
  readonly place: string;
  readonly name: string;
  /** For whom the edition is made, in a sentence. */
  readonly audience: string;
}

/** A theme as the storefront shows it. */
export interface ShownTheme {
  readonly id: string;
  /** Its id in the page. */
  readonly place: string;
  readonly name: string;
  readonly version: string;
  /** For whom the theme is made, in a sentence. */
  readonly audience: string;
  readonly traits: readonly string[];
  /** Each leads to the edition that is meant for it. */
  readonly trades: readonly TradeLink[];
  /** Null where none was made yet. */
  readonly picture: Picture | null;
  /** Address of a site that shows it; null where none answers. */
  readonly demo: string | null;
  /** The edition for the chosen trade; null where there is none. */
  readonly meant: ShownEdition | null;
  /** The others. */
  readonly editions: readonly ShownEdition[];
}

export interface CatalogueProps {
  readonly lead: string;
  /** Only trades for which there is a theme. */
  readonly filter: readonly (TradeLink & { readonly isCurrent: boolean })[];
  /** How many themes there are, in words. */
  readonly count: string;
  readonly themes: readonly ShownTheme[];
}
