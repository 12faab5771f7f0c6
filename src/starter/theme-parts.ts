import type { CatalogId } from '../themes/catalog-ids.ts';

/** A section that shows a list: its type, the type of its blocks, and settings of each. */
interface ListPart {
  readonly type: string;
  readonly block: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the block at a place, from 0 on. */
  readonly at?: (place: number) => Readonly<Record<string, unknown>>;
}

/** A section of text; `recit` has a place for a picture beside the text, and looks unfinished without one in some themes. */
interface StoryPart {
  readonly type: 'recit' | 'texte';
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** Which sections of a theme show the parts of a new site's home page. */
export interface ThemeParts {
  /** The setting for the short words over a section's title. */
  readonly mark: 'repere' | 'plaque' | 'lieu';
  readonly opening: string;
  readonly services: ListPart;
  readonly story: StoryPart;
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
    story: { type: 'recit' },
    steps: { type: 'etapes', block: 'etape', at: (place) => ({ terme: String(place + 1) }) },
    questions: 'faq',
  },
  cadence: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'atouts', block: 'atout' },
    story: { type: 'texte' },
    steps: { type: 'etapes', block: 'etape', at: (place) => ({ duree: String(place + 1) }) },
    questions: 'faq',
  },
  epure: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'atouts', block: 'atout' },
    story: { type: 'texte' },
    steps: { type: 'etapes', block: 'etape' },
    questions: 'faq',
  },
  forge: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'fiches', block: 'fiche', settings: { mot: 'Fiche' } },
    story: { type: 'texte' },
    steps: { type: 'gamme', block: 'operation' },
    questions: 'faq',
  },
  origo: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'atouts', block: 'atout' },
    story: { type: 'texte' },
    steps: { type: 'etapes', block: 'etape' },
    questions: 'faq',
  },
  piazza: {
    mark: 'plaque',
    opening: 'hero',
    services: {
      type: 'atouts',
      block: 'atout',
      at: (place) => ({ fond: ['terre', 'soleil', 'azur', 'olive'][place % 4] }),
    },
    story: { type: 'texte', settings: { largeur: 'large', fond: 'mur' } },
    steps: null,
    questions: 'faq',
  },
  scene: {
    mark: 'lieu',
    opening: 'ouverture',
    services: { type: 'decoupage', block: 'plan' },
    story: { type: 'texte', settings: { fond: 'velours' } },
    steps: null,
    questions: 'questions',
  },
  vela: {
    mark: 'repere',
    opening: 'hero',
    services: { type: 'rayons', block: 'rayon' },
    story: { type: 'recit' },
    steps: { type: 'route', block: 'etape' },
    questions: 'faq',
    current: { numero: '' },
  },
};
