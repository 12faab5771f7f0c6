import type { ThemeFiles } from '../../engine/index.ts';
import { FILE_UNITS } from '../../src/themes/limits.ts';
import { DEADLY_PAGE } from '../../test/support/sandbox-with-hole.ts';
import type { Target } from '../load/target.ts';
import type { NewTenant, Tenant } from '../vitrine/tenants.ts';

/** An attack of hostile sites on the others; each hostile site is sent 50 requests a second. */
export interface Attack {
  readonly name: string;
  /** Number of sites that attack at the same time; each round has other ones. */
  readonly sites: number;
  /** Source of the section that is written into the hostile theme before the attack. */
  readonly section: string;
  /** Whether the theme is rewritten again and again, so that each version is new to the health checks. */
  readonly rewrites: boolean;
  /** Whether the engine of this host has a deliberate hole that lets a theme end its process: no theme is known to do so without one. */
  readonly needsHole: boolean;
  requests(tenant: Tenant): Target[];
}

const HOSTILE_THEME: ThemeFiles = {
  'layout/theme.liquid': '<main>{{ content_for_layout }}</main>',
  'templates/index.json': '{"sections":{"a":{"type":"attaque"}},"order":["a"]}',
  'templates/page.json': '{"sections":{"a":{"type":"attaque"}},"order":["a"]}',
  'config/settings_schema.json': '[]',
  'sections/attaque.liquid': 'bonjour',
};
export const HOSTILE_SECTION = 'sections/attaque.liquid';

/** These sites are normal until their attack begins. */
export const hostileSites = (count: number): NewTenant[] =>
  Array.from({ length: count }, (_, index) => ({
    slug: `hostile-${index}`,
    files: HOSTILE_THEME,
    pages: [{ slug: DEADLY_PAGE, titre: 'Tueur', gabarit: 'page', contenu: '', publiee: true }],
  }));

export const home = ({ host }: Tenant): Target[] => [{ host, path: '/', weight: 1 }];
const render = (name: string, section: string): Attack => ({
  name,
  sites: 1,
  section,
  rewrites: false,
  needsHole: false,
  requests: home,
});

const ENDLESS_LOOP =
  '{% for i in (1..99999999) %}{% for j in (1..99999999) %}{% assign x = j %}{% endfor %}{% endfor %}';
const MEMORY_BOMB =
  '{% assign a = "a,b" | split: "," %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}{{ a.size }}';
const STRING_BOMB =
  '{% assign s = "ab" %}{% for i in (1..30) %}{% assign s = s | append: s | replace: "a", "aa" %}{% endfor %}{{ s.size }}';

/** The slowest to analyse of about thirty files of the largest allowed size. The number at its start makes each file different. */
function syntaxBomb(number: number): string {
  const beginning = `${number} {{ a`;
  const depth = Math.floor((FILE_UNITS - beginning.length - ' }}'.length) / '[a]'.length);
  return `${beginning}${'[a'.repeat(depth)}${']'.repeat(depth)} }}`;
}
const longFile = (number: number): string => `${number} `.padEnd(FILE_UNITS, 'bonjour ');

const CONTENTS_IN_TURN = 4;

/** Each request writes one of a few contents. */
const throughApi = (name: string, contentOf: (number: number) => string): Attack => ({
  ...render(name, 'bonjour'),
  requests: ({ themeId, key }) =>
    Array.from({ length: CONTENTS_IN_TURN }, (_, number) => ({
      host: 'localhost',
      method: 'PUT',
      path: `/api/themes/${themeId}/fichiers`,
      weight: 1,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ chemin: 'snippets/long.liquid', contenu: contentOf(number) }),
    })),
});

export const ATTACKS: readonly Attack[] = [
  render('endless loop', ENDLESS_LOOP),
  render('memory bomb', MEMORY_BOMB),
  render('string bomb', STRING_BOMB),
  {
    ...render('process killer', 'bonjour'),
    needsHole: true,
    requests: ({ host }) => [{ host, path: `/${DEADLY_PAGE}`, weight: 1 }],
  },
  throughApi('syntax bomb through the API', syntaxBomb),
  throughApi('largest allowed files through the API', longFile),
  { ...render('endless loop, theme rewritten each half second', ENDLESS_LOOP), rewrites: true },
  { ...render('endless loops in two sites at once', ENDLESS_LOOP), sites: 2 },
];
