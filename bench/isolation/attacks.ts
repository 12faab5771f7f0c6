import type { ThemeFiles } from '../../engine/index.ts';
import { FILE_UNITS } from '../../src/themes/validate.ts';
import { DEADLY_PAGE } from '../../test/support/engine-with-hole.ts';
import type { Target } from '../load/target.ts';
import type { NewTenant, Tenant } from '../vitrine/tenants.ts';

/**
 * What the sites that behave well are asked for, as a share of the capacity: with room to spare; and so much that with the processes that
 * ask, on the same processors, four fifths of these are in use before an attack begins.
 */
const QUARTER_LOAD = 0.25;
const HIGH_LOAD = 0.45;

/** What hostile sites do to the others; each of them is asked for 50 times a second. */
export interface Attack {
  readonly name: string;
  /** Beside which loads it is measured, shares of the capacity. */
  readonly loads: readonly number[];
  /** How many sites attack at once. */
  readonly sites: number;
  /** Source of the section that the hostile theme takes before the attack. */
  readonly section: string;
  /** Whether the theme is written anew each second, so that no version is known as hostile for long. */
  readonly rewrites: boolean;
  /** No theme can end a process today; one may, one day. The engine of this host then has a hole for it. */
  readonly needsHole: boolean;
  /** What stands beside the attacks: a site that behaves well; or, of no site, a program that uses a core, behind all others. */
  readonly isControl?: boolean;
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

/** Before their attacks these sites are like any other. */
export const hostileSites = (count: number): NewTenant[] =>
  Array.from({ length: count }, (_, index) => ({
    slug: `hostile-${index}`,
    files: HOSTILE_THEME,
    pages: [{ slug: DEADLY_PAGE, titre: 'Tueur', gabarit: 'page', contenu: '' }],
  }));

const home = ({ host }: Tenant): Target[] => [{ host, path: '/', weight: 1 }];
const render = (name: string, section: string): Attack => ({
  name,
  loads: [QUARTER_LOAD, HIGH_LOAD],
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

/** The slowest to analyse of some thirty files of the longest legal length; its beginning makes each another file. */
function syntaxBomb(number: number): string {
  const beginning = `${number} {{ a`;
  const depth = Math.floor((FILE_UNITS - beginning.length - ' }}'.length) / '[a]'.length);
  return `${beginning}${'[a'.repeat(depth)}${']'.repeat(depth)} }}`;
}
const longFile = (number: number): string => `${number} `.padEnd(FILE_UNITS, 'bonjour ');

const CONTENTS_IN_TURN = 4;

/** Each request writes one of some contents. */
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
  ...[
    throughApi('longest legal files through the API', longFile),
    { ...render('endless loop, rewritten each second', ENDLESS_LOOP), rewrites: true },
    { ...render('endless loops of two sites at once', ENDLESS_LOOP), sites: 2 },
    { ...render('for comparison: no attack, a site that behaves well', 'bonjour'), isControl: true },
    {
      ...render('for comparison: no attack, an endless loop of another program at niceness 19', ''),
      sites: 0,
      isControl: true,
    },
  ].map((attack) => ({ ...attack, loads: [HIGH_LOAD] })),
];
