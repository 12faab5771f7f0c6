import type { CatalogId } from '../themes/catalog-ids.ts';

/** A section that shows a list: its type, the type of its blocks, and settings of each. */
interface ListPart {
  readonly type: string;
  readonly block: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the block at a place, from 0 on. */
  readonly at?: (place: number) => Readonly<Record<string, unknown>>;
}

/** Which sections of a theme show the parts of a new site's home page. */
export interface ThemeParts {
  /** The setting for the short words over a section's title. */
  readonly mark: 'repere' | 'plaque' | 'lieu';
  readonly opening: string;
  readonly services: ListPart;
  /** Null where the theme has no section of steps: they stand in a section of text. */
  readonly steps: ListPart | null;
  readonly questions: string;
  /** Settings of the theme whose example would be untrue of another site. */
  readonly current?: Readonly<Record<string, unknown>>;
}

export const THEME_PARTS: Readonly<Record<CatalogId, ThemeParts>> = {
  aplomb: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'missions', block: 'mission' },
    steps: { type: 'etapes', block: 'etape', at: (place) => ({ terme: String(place + 1) }) },
    questions: 'faq',
  },
  cadence: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'atouts', block: 'atout' },
    steps: { type: 'etapes', block: 'etape' },
    questions: 'faq',
  },
  epure: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'atouts', block: 'atout' },
    steps: { type: 'etapes', block: 'etape' },
    questions: 'faq',
  },
  forge: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'fiches', block: 'fiche', settings: { mot: 'Fiche' } },
    steps: { type: 'gamme', block: 'operation' },
    questions: 'faq',
  },
  origo: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'atouts', block: 'atout' },
    steps: { type: 'etapes', block: 'etape' },
    questions: 'faq',
  },
  piazza: {
    mark: 'plaque',
    opening: 'hero',
    services: { type: 'atouts', block: 'atout' },
    steps: null,
    questions: 'faq',
  },
  scene: {
    mark: 'lieu',
    opening: 'ouverture',
    services: { type: 'decoupage', block: 'plan' },
    steps: null,
    questions: 'questions',
  },
  vela: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'rayons', block: 'rayon' },
    steps: { type: 'route', block: 'etape' },
    questions: 'faq',
    current: { numero: '' },
  },
};
