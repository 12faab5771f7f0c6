/** The trades that themes are made for, in the order in which they are offered, as a person reads them. */
export const TRADE_LABELS = {
  batiment: 'Bâtiment',
  artisan: 'Artisanat',
  beaute: 'Beauté',
  sante: 'Santé',
  sport: 'Sport',
  conseil: 'Conseil',
  juridique: 'Droit',
  image: 'Photo et image',
  restauration: 'Restauration',
  commerce: 'Commerce',
  services: 'Services',
  formation: 'Formation',
  autre: 'Autres métiers',
} as const;

export type Trade = keyof typeof TRADE_LABELS;

export const TRADES = Object.keys(TRADE_LABELS) as readonly Trade[];

/** Whether a value is the id of a trade. */
export const isTrade = (value: unknown): value is Trade => TRADES.some((trade) => trade === value);
