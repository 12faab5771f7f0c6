import { type CatalogMetadata, type Edition, editionFor } from './catalog.ts';
import type { Trade } from './trades.ts';

/** Themes that are proposed for a new site. */
const PROPOSED = 3;

interface Described {
  readonly metadata: Pick<CatalogMetadata, 'metiers' | 'editions'>;
}

/** A theme with its edition for a trade. */
export interface Proposal<Theme> {
  readonly theme: Theme;
  readonly edition: Edition;
}

/** The themes that are made for a trade: those that name it first before the others. */
export function madeFor<Theme extends Described>(themes: readonly Theme[], trade: Trade): Theme[] {
  const rank = ({ metadata }: Theme) => metadata.metiers.indexOf(trade);
  return themes.filter((theme) => rank(theme) >= 0).sort((a, b) => rank(a) - rank(b));
}

/** The themes that suit a trade best. */
export const proposalsFor = <Theme extends Described>(themes: readonly Theme[], trade: Trade): Proposal<Theme>[] =>
  madeFor(themes, trade)
    .flatMap((theme) => {
      const edition = editionFor(theme.metadata, trade);
      return edition ? [{ theme, edition }] : [];
    })
    .slice(0, PROPOSED);
