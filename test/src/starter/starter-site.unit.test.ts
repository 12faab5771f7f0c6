import { describe, expect, test } from 'vitest';
import { starterSite } from '../../../src/starter/starter-site.ts';
import { readStarterTexts } from '../../../src/starter/starter-texts.ts';
import { CATALOG_FOLDER, editionFor, readCatalogFrom } from '../../../src/themes/catalog.ts';
import { TRADES } from '../../../src/themes/trades.ts';

const themes = await readCatalogFrom(CATALOG_FOLDER);

/** The texts of more than three words in a JSON file. */
function sentencesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').length > 3 ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(sentencesIn) : [];
}

describe.each(TRADES)('a new site of the trade %s', (trade) => {
  test.each(themes.map((theme) => [theme.id, theme] as const))('with the theme %s', async (_, theme) => {
    const edition = editionFor(theme.metadata, trade);
    const { files, pages, menus, description } = starterSite(
      theme,
      edition?.id ?? '',
      await readStarterTexts(trade),
      'Chez Léa',
    );
    const json = (path: string) => JSON.parse(files[path] ?? '{}');
    const home = json('templates/index.json');
    const shown = sentencesIn([home, json('config/settings_data.json'), json('templates/page.json')]);
    const example = [...sentencesIn(JSON.parse(theme.files['templates/index.json'] ?? '')), ...sentencesIn(edition)];
    // Every theme's form promises the same of what visitors write.
    const common = 'Vos coordonnées servent à vous répondre, rien d’autre.';
    expect(example.filter((sentence) => shown.includes(sentence) && sentence !== common)).toEqual([]);
    expect(description).toMatch(/^Chez Léa\u00a0: /);

    for (const template of [home, json('templates/contact.json')]) {
      expect(template.sections.contact.type).toBe('contact');
      for (const { type } of Object.values<{ type: string }>(template.sections)) {
        expect(files).toHaveProperty([`sections/${type}.liquid`]);
      }
    }
    const addresses = new Set(pages.map(({ slug }) => `/${slug}`));
    for (const { url } of Object.values(menus).flat()) {
      const [path = '', anchor] = url.split('#');
      expect(addresses).toContain(path);
      if (anchor !== undefined) expect(home.order).toContain(anchor);
    }
  });
});
