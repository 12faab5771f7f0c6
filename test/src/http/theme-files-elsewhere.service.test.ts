import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../../support/client.ts';
import { IMPORT_PATH } from '../../support/imports.ts';
import { MINIMAL_THEME, sharedProgram, type TestProgram } from '../../support/program.ts';
import { ARCHIVE } from '../themes/archives.ts';

const BOM = '\ufeff';
const HEAD = '/*\n * IMPORTANT: this file is generated, see https://exemple.fr/*\n */\n';
const INDEX = 'templates/index.json';

/** As a theme from elsewhere has them. */
const FILES = {
  ...MINIMAL_THEME,
  'layout/theme.liquid': `<!doctype html><title>{{ settings.nom }}</title>{% section 'pied' %}{{ content_for_layout }}`,
  'sections/dit.liquid': `{{ section.settings.mot }}{% for b in section.blocks %}-{{ b.id }}{% endfor %}{% schema %}
// pour les réglages
{"settings": [{"type": "text", "id": "mot"}], "blocks": [{"type": "b"}]}{% endschema %}`,
  'sections/pied.liquid':
    '{{ section.settings.a }}{% schema %}{"settings": [{"type": "text", "id": "a"}]}{% endschema %}',
  'config/settings_schema.json': `${BOM}[{"name": "g", "settings": [{"type": "text", "id": "nom"}]}]`,
  'config/settings_data.json': `${HEAD}{
  "current": "Default",
  "presets": {"Default": {"nom": "Chez nous", "sections": {"pied": {"settings": {"a": "pied "}}}}}
}`,
  [INDEX]: `${HEAD}{
  "sections": {
    "un": {"type": "dit", "settings": {"mot": "https://exemple.fr/* oui */"}, // un mot
      "blocks": {"x": {"type": "b"}, "y": {"type": "b", "disabled": true}}, "block_order": ["x", "y"]},
    "deux": {"type": "dit", "disabled": true, "settings": {"mot": "caché"}}
  },
  "order": ["un", "deux"]
}`,
};

let vitrine: TestProgram;
let client: Client;
let id: string;

beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  const answer = await client.ask({ method: 'POST', path: IMPORT_PATH, body: { ...ARCHIVE, fichiers: FILES } });
  expect([answer.status, Object.keys(answer.json())]).toEqual([201, ['ok', 'themeId']]);
  id = answer.json().themeId;
});
afterAll(() => vitrine.close());

describe('a theme from elsewhere', () => {
  it('is shown as its author means it', async () => {
    expect((await client.publish(id)).status).toBe(200);
    const { status, text } = await vitrine.ask({ host: `${client.tenant.slug}.localhost`, path: '/' });
    expect([status, text]).toEqual([200, '<!doctype html><title>Chez nous</title>pied https://exemple.fr/* oui */-x']);
  });

  it('comes back from an export, and from a read, as it came', async () => {
    const { fichiers } = (await client.ask({ path: `/api/themes/${id}/export` })).json();
    expect(fichiers).toEqual(FILES);
    const { fichier } = (await client.files(id, { query: `?chemin=${INDEX}` })).json();
    expect(fichier.contenu).toBe(FILES[INDEX]);
  });

  it('has diagnostics that say what was passed over, and what is hidden', async () => {
    const { diagnostics } = (await client.files(id, { query: '?diagnostics' })).json();
    expect(diagnostics.map((one: Record<string, unknown>) => [one.chemin, one.ligne, one.code])).toEqual([
      ['config/settings_data.json', 1, 'json_commente'],
      ['config/settings_schema.json', 1, 'marque_passee'],
      ['sections/dit.liquid', 2, 'json_commente'],
      ['templates/404.json', undefined, 'gabarit_manquant'],
      ['templates/article.json', undefined, 'gabarit_manquant'],
      ['templates/blog.json', undefined, 'gabarit_manquant'],
      [INDEX, 1, 'json_commente'],
      [INDEX, 7, 'bloc_desactive'],
      [INDEX, 8, 'section_desactivee'],
      ['templates/page.json', undefined, 'gabarit_manquant'],
    ]);
  });

  it.each([
    ['/* a */{}', 'commentaire', 1, 1],
    ['{\n  // b\n}', 'commentaire', 2, 3],
    [`${BOM}{}`, 'marque d’ordre des octets', 1, 1],
    ['{"a": 1,}', 'virgule', 1, 9],
  ])('is written as JSON only: %j, and the refusal says why', async (contenu, word, ligne, colonne) => {
    const refused = { error: 'syntaxe', message: expect.stringContaining(word), ligne, colonne };
    for (const more of [{}, { siAbsent: true }]) {
      const answer = await client.put(id, 'config/autre.json', contenu, more);
      expect([answer.status, answer.json()]).toEqual([400, refused]);
    }
    const { refus } = (await client.lot(id, { ecrire: { 'config/autre.json': contenu } })).json();
    expect(refus).toEqual([{ chemin: 'config/autre.json', ...refused }]);
  });

  it('its own text is refused at a write too: syntax comes before the path that is taken', async () => {
    const answer = await client.put(id, INDEX, FILES[INDEX], { siAbsent: true });
    expect([answer.status, answer.json().error]).toEqual([400, 'syntaxe']);
    const schema = await client.put(id, 'sections/dit.liquid', FILES['sections/dit.liquid']);
    expect(schema.json()).toMatchObject({
      error: 'syntaxe',
      ligne: 2,
      message: expect.stringContaining('commentaire'),
    });
    // A mark is no fault of a Liquid file.
    expect((await client.put(id, 'layout/theme.liquid', BOM + FILES['layout/theme.liquid'])).status).toBe(200);
  });
});
