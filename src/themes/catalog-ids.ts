/** The only ids of the catalog (docs/decisions/catalog.md); a theme is in it once its folder exists. */
export const CATALOG_IDS = ['aplomb', 'cadence', 'epure', 'forge', 'origo', 'piazza', 'scene', 'vela'] as const;
export type CatalogId = (typeof CATALOG_IDS)[number];
