import { describe, expect, test } from 'vitest';
import { starterSite } from '../../../src/starter/starter-site.ts';
import { readStarterTexts } from '../../../src/starter/starter-texts.ts';
import { CATALOG_FOLDER, editionFor, readCatalogFrom } from '../../../src/themes/catalog.ts';
import { TRADES } from '../../../src/themes/trades.ts';
import { loadedTheme, REQUEST } from '../../engine/support.ts';

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

/** A French telephone number, or an address of mail, as the examples of themes have them. */
const INVENTED = /\b0\d(?:[\s.]\d\d){4}\b|[\w.]+@[\w.-]+\.[a-z]+/;

test.each(
  themes.map((theme) => [theme.id, theme] as const),
)('a new site with the theme %s shows no invented telephone, and what its owner says as soon as that is said', async (_, theme) => {
  const { files, menus } = starterSite(theme, '', await readStarterTexts('autre'), 'Chez Léa');
  const loaded = loadedTheme(files);
  const site = { nom: 'Chez Léa', slug: 'lea', description: '', adresse: 'https://lea.example' };
  const shows = (facts: object) =>
    ['index', 'contact'].map((template) => {
      const result = loaded.render({ site: { ...site, ...facts }, menus }, { ...REQUEST, templates: [template] });
      return result.outcome === 'page' ? result.html : JSON.stringify(result);
    });
  for (const html of shows({})) expect(html.replace(/<style[\s\S]*?<\/style>/g, '')).not.toMatch(INVENTED);
  const plages = [{ de: '09:00', a: '18:00' }];
  const facts = {
    ...{ telephone: '01 99 00 12 34', courriel: 'bonjour@lea.example' },
    adresse_postale: { rue: '', complement: '', code_postal: '', ville: '', pays: '', texte: '3, rue du Puits' },
    horaires: [{ jour: 'Lundi', schema: 'Monday', ferme: false, plages, texte: '9 h – 18 h' }],
    reseaux: [{ id: 'x', nom: 'X', adresse: 'https://x.example/lea' }],
  };
  for (const html of shows(facts)) {
    const seen = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '');
    const said = [
      'tel:0199001234',
      'mailto:bonjour@lea.example',
      '3, rue du Puits',
      'Lundi, 9 h',
      'https://x.example/lea',
    ];
    expect(said.filter((words) => !seen.includes(words))).toEqual([]);
    expect(seen).not.toMatch(/Votre adresse|Vos horaires/);
  }
});
