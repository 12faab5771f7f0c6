/** The paths of a theme's files, and what each is to the engine. */
export const LAYOUT = 'layout/theme.liquid';

/** Declares the settings of the whole theme (docs/rules.md, Rule 4). */
export const SETTINGS_SCHEMA = 'config/settings_schema.json';

/** Holds their values. */
export const SETTINGS_DATA = 'config/settings_data.json';

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

/** Whether a file belongs to the code of a theme: what themes with the same files share, whatever their settings. */
export const isCode = (path: string): boolean => roleOf(path) !== undefined || path === SETTINGS_SCHEMA;
