/** What the text field of the studio is answered about a theme, by the thread that it asks. */
import { describe, expect, it } from 'vitest';
import { ThemeDocuments } from '../../../../engine/document/theme-documents.ts';
import { FACE } from '../../../../src/studio/language/face.ts';

const THEME: Readonly<Record<string, string>> = {
  'layout/theme.liquid': "{% section 'hero' %}\n<link href=\"{{ 'fin.css' | asset_url }}\">",
  'sections/hero.liquid': "{%- render 'carte', a: 1 -%}{% include \"carte\" %}{% render 'carte-longue' %}",
  'snippets/carte.liquid': '<b>carte</b>',
  'templates/index.json':
    '{"sections": {"hero": {"type": "hero", "settings": {"image": "fin.svg"}}}, "order": ["hero"]}',
  'config/settings_data.json': '{"current": {"sections": {"hero": {}}}}',
  'assets/fin.css': '',
  'assets/fin.svg': '',
  'assets/tout.css': 'a { background: url(fin.svg) } b { background: url("autre-fin.svg") }',
};
const theme = ThemeDocuments.of(THEME);

const lineOf = (path: string, offset: number) => (THEME[path] ?? '').slice(0, offset).split('\n').length;

/** The theme with a file's new name where the file is named. */
function renamed(from: string, to: string): Record<string, string> {
  const changed: Record<string, string> = {};
  const edits = [...FACE.renameFile(theme, from, to)].sort((a, b) => b.from - a.from);
  for (const edit of edits) {
    const text = changed[edit.path] ?? THEME[edit.path] ?? '';
    changed[edit.path] = text.slice(0, edit.from) + edit.text + text.slice(edit.to);
  }
  return changed;
}

describe('what names a file', () => {
  it.each([
    ['snippets/carte.liquid', ['sections/hero.liquid:1', 'sections/hero.liquid:1']],
    ['sections/hero.liquid', ['config/settings_data.json:1', 'layout/theme.liquid:1', 'templates/index.json:1']],
    ['assets/fin.css', ['layout/theme.liquid:2']],
    ['assets/fin.svg', ['assets/tout.css:1', 'templates/index.json:1']],
    ['layout/theme.liquid', []],
  ])('%s', (path, places) => {
    const found = FACE.referencesTo(theme, path).filter((place) => place.path !== path);
    expect(found.map((place) => `${place.path}:${lineOf(place.path, place.from)}`).sort()).toEqual(places);
  });

  it('gets its new name, and nothing else does', () => {
    expect(renamed('snippets/carte.liquid', 'snippets/fiche.liquid')).toEqual({
      'sections/hero.liquid': "{%- render 'fiche', a: 1 -%}{% include \"fiche\" %}{% render 'carte-longue' %}",
    });
    // The key of a section in its template is no name of its file.
    expect(renamed('sections/hero.liquid', 'sections/haut.liquid')).toEqual({
      'layout/theme.liquid': THEME['layout/theme.liquid']?.replace('hero', 'haut'),
      'templates/index.json': THEME['templates/index.json']?.replace('"type": "hero"', '"type": "haut"'),
      'config/settings_data.json': THEME['config/settings_data.json']?.replace('hero', 'haut'),
    });
    expect(renamed('assets/fin.svg', 'assets/neuf.svg')['assets/tout.css']).toBe(
      'a { background: url(neuf.svg) } b { background: url("autre-fin.svg") }',
    );
  });
});

/** What may be written behind a text, or at the bar in it. */
function offered(text: string, others: Readonly<Record<string, string>> = {}) {
  const at = text.includes('‸') ? text.indexOf('‸') : text.length;
  const path = 'sections/a.liquid';
  const about = ThemeDocuments.of({ ...others, [path]: text.replace('‸', '') });
  return FACE.completionsAt(about, path, at)?.items ?? [];
}
const labels = (...given: Parameters<typeof offered>) => offered(...given).map(({ label }) => label);

describe('what may be written', () => {
  const section =
    '{% schema %}// a\n{"settings": [{"type": "text", "id": "titre", "label": {"fr": "Le titre"}}], "blocks": [{"type": "b", "settings": [{"type": "url", "id": "lien"}]}]}{% endschema %}';
  const schema = { 'config/settings_schema.json': '\ufeff/* a */[{"settings": [{"type": "color", "id": "couleur"}]}]' };

  it('settings come from declarations, with comments and a byte order mark too', () => {
    expect(labels(`{{ section.settings.‸ }}${section}`)).toEqual(['titre']);
    expect(labels(`{% for block in section.blocks %}{{ block.settings.‸ }}{% endfor %}${section}`)).toContain('lien');
    expect(labels('{{ settings.‸ }}', schema)).toEqual(['couleur']);
    expect(offered(`{{ section.settings.‸ }}${section}`)).toMatchObject([{ label: 'titre' }]);
  });

  it('an object has its properties, what is no object has none', () => {
    expect(labels('{{ blog.pagination.‸ }}')).toEqual(
      expect.arrayContaining(['page', 'pages', 'precedente', 'suivante']),
    );
    expect(labels('{% for a in site.menus %}{{ forloop.‸ }}{% endfor %}')).toContain('rindex0');
    for (const object of ['constructor', 'inconnu.x']) expect(labels(`{{ ${object}.‸ }}`)).toEqual([]);
  });

  it.each([
    ['{% tab‸ %}', ['tablerow'], ['#', 'endassign']],
    ['{% for a in b lim‸ %}{% endfor %}', ['limit', 'reversed'], ['cols']],
    ['{{ a | tru‸ }}', ['truncate', 'teinte'], ['where_exp']],
    ['{% include "‸" %}', ['carte'], ['hero']],
    ['{% section "‸" %}', ['hero'], ['carte']],
  ])('at %s the words of the language', (text, some, none) => {
    const found = labels(text, { 'snippets/carte.liquid': '', 'sections/hero.liquid': '' });
    expect(found).toEqual(expect.arrayContaining([...some]));
    expect(found.filter((label) => none.includes(label))).toEqual([]);
  });

  it('a filter with its arguments', () => {
    const found = offered('{{ a | r‸ }}').find(({ label }) => label === 'replace');
    expect(`${found?.detail} ${found?.insert}`).toContain('motif');
  });
});

it('corrections of a stretch are those of the problems that touch it', () => {
  const text = "{{ 'a' | upcasse }}\n{{ 'b' | downcasse }}\n";
  const about = ThemeDocuments.of({ 'sections/a.liquid': text });
  const second = { from: text.indexOf('\n') + 1, to: text.length - 1 };
  const codes = FACE.correctionsIn(about, 'sections/a.liquid', second);
  expect(codes.length).toBeGreaterThan(0);
  for (const { edits } of codes) for (const { from } of edits) expect(from === 0 || from >= second.from).toBe(true);
  expect(FACE.correctionsIn(about, 'sections/absent.liquid', second)).toEqual([]);
});
