/** The paths of a theme's files, and what each is to the engine. */
export const LAYOUT = 'layout/theme.liquid';

/** Declares the settings of the whole theme (docs/rules.md, Rule 4). */
export const SETTINGS_SCHEMA = 'config/settings_schema.json';

/** Holds their values. */
export const SETTINGS_DATA = 'config/settings_data.json';

/** A theme without one of these is refused (docs/theme-format.md, Files). */
export const REQUIRED_FILES: readonly string[] = [LAYOUT, 'templates/index.json', SETTINGS_SCHEMA];

/** Templates of the other addresses that a site has, and what happens there without one (docs/decisions/public-pages.md). */
export const WITHOUT_TEMPLATE: ReadonlyMap<string, string> = new Map([
  ['templates/404.json', 'la plateforme dit elle-même aux visiteurs que la page est introuvable'],
  ['templates/article.json', 'la plateforme montre elle-même les articles'],
  ['templates/blog.json', 'la plateforme montre elle-même les listes du blog'],
  ['templates/page.json', 'une page qui n’a pas de gabarit à elle répond 404'],
]);

/** Length of a path, characters (docs/theme-format.md, Files). */
export const PATH_LENGTH = { minimum: 3, maximum: 120 } as const;

export const isPathLength = ({ length }: string): boolean =>
  length >= PATH_LENGTH.minimum && length <= PATH_LENGTH.maximum;

const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Whether a file of a theme may have a name, its extension included. */
export const isFileName = (name: string): boolean => FILE_NAME.test(name) && !name.includes('..');

/** How the code of a file is called. */
export type Role = 'layout' | 'section' | 'snippet';

const SECTION = /^sections\/.*\.liquid$/s;
const SNIPPET = /^snippets\/.*\.liquid$/s;
const TEMPLATE = /^templates\/(.*)\.json$/s;

/** How the code of a file is called; undefined for a file that no page calls. */
export function roleOf(path: string): Role | undefined {
  if (path === LAYOUT) return 'layout';
  return SECTION.test(path) ? 'section' : SNIPPET.test(path) ? 'snippet' : undefined;
}

/** What a section or a snippet is called by: its file's name without folder and extension. */
export const nameOf = (path: string): string => path.slice(path.indexOf('/') + 1, -'.liquid'.length);

/** The name of a JSON template; undefined for another file. */
export const templateNameOf = (path: string): string | undefined => TEMPLATE.exec(path)?.[1];

/** Whether a file holds values of settings: those of the theme, or those of the sections of a template. */
export const hasSettings = (path: string): boolean => path === SETTINGS_DATA || templateNameOf(path) !== undefined;

/** Whether a file belongs to the code of a theme: what themes with the same files share, whatever their settings. */
export const isCode = (path: string): boolean => roleOf(path) !== undefined || path === SETTINGS_SCHEMA;
