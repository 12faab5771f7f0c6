import { readdirSync, readFileSync } from 'node:fs';

const CATALOG = new URL('../../../../catalog/', import.meta.url);

/** Ids of the themes of the catalog. */
export const THEMES: readonly string[] = readdirSync(CATALOG, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'pictures')
  .map(({ name }) => name);

/** The files of a theme of the catalog that are edited or declare settings, by path. */
export function catalogTexts(theme: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const folder of ['layout', 'sections', 'snippets', 'templates', 'config']) {
    for (const name of readdirSync(new URL(`${theme}/${folder}/`, CATALOG))) {
      texts.set(`${folder}/${name}`, readFileSync(new URL(`${theme}/${folder}/${name}`, CATALOG), 'utf8'));
    }
  }
  return texts;
}
