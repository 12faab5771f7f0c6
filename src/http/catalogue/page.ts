import type { CatalogueProps, ShownEdition, ShownTheme } from '../../public-pages/catalogue/props.ts';
import { type CatalogMetadata, type Edition, editionFor } from '../../themes/catalog.ts';
import { madeFor } from '../../themes/proposals.ts';
import { TRADE_LABELS, TRADES, type Trade } from '../../themes/trades.ts';
import type { PublicPage } from '../public-pages.ts';

/** A theme as the storefront knows it. */
export interface CatalogueEntry {
  readonly id: string;
  readonly metadata: CatalogMetadata;
  /** Null where none was made yet. */
  readonly picture: ShownTheme['picture'];
  /** Address of a site that shows it; null where none answers. */
  readonly demo: string | null;
}

/** Number of traits that are shown of a theme. */
const TRAITS = 3;

const LEAD =
  'Chaque thème est un dessin à part entière, décliné en éditions pour votre métier. Les textes, les couleurs et les ' +
  'sections restent à vous.';

/**
 * The storefront's page: the themes made for a trade, those that name it first before the others, or all of them.
 * @param trade null for all
 */
export function cataloguePage(entries: readonly CatalogueEntry[], trade: Trade | null): PublicPage {
  const shown = trade === null ? entries : madeFor(entries, trade);
  const title = trade === null ? 'Catalogue des thèmes – vitrine' : `${TRADE_LABELS[trade]} – Catalogue – vitrine`;
  const themes = shown.map((entry) => shownTheme(entry, trade));
  return {
    ...{ title, description: LEAD, view: 'catalogue' },
    props: { lead: LEAD, filter: filterOf(entries, trade), count: countOf(shown.length, trade), themes },
  };
}

function filterOf(entries: readonly CatalogueEntry[], current: Trade | null): CatalogueProps['filter'] {
  const served = TRADES.filter((trade) => entries.some(({ metadata }) => metadata.metiers.includes(trade)));
  return [null, ...served].map((trade) => ({
    label: trade === null ? 'Tous les métiers' : TRADE_LABELS[trade],
    address: addressOf(trade),
    isCurrent: trade === current,
  }));
}

const addressOf = (trade: Trade | null) => (trade === null ? '/catalogue' : `/catalogue?metier=${trade}`);

function countOf(count: number, trade: Trade | null): string {
  const whom = trade === null ? '' : ` pour le métier : ${TRADE_LABELS[trade]}`;
  if (count === 0) return `Aucun thème${whom}`;
  return `${count === 1 ? 'Un thème' : `${count} thèmes`}${whom}`;
}

function shownTheme({ id, metadata, picture, demo }: CatalogueEntry, trade: Trade | null): ShownTheme {
  const { nom, version, pour, traits, metiers, editions } = metadata;
  const meant = trade === null ? null : editionFor(metadata, trade);
  return {
    ...{ id, place: `theme-${id}`, name: nom, version, audience: pour, traits: traits.slice(0, TRAITS), picture, demo },
    trades: metiers.map((own) => {
      const edition = editionFor(metadata, own);
      const place = edition === null ? id : placeOf(id, edition.id);
      return { label: TRADE_LABELS[own], address: `${addressOf(own)}#${place}` };
    }),
    meant: meant && shownEdition(id, meant),
    editions: editions.filter((edition) => edition !== meant).map((edition) => shownEdition(id, edition)),
  };
}

const shownEdition = (themeId: string, { id, nom, pour }: Edition): ShownEdition => ({
  place: placeOf(themeId, id),
  name: nom || id,
  audience: pour,
});

/** An id for the page: letters, digits, `_` and `-` only, whatever the file says. */
const placeOf = (id: string, editionId: string) => `${id}-${editionId.replace(/[^\w-]+/g, '_')}`;
