import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { reconcile } from '../../../../src/merge/reconcile.ts';
import { fieldsOf, liquidCompletions } from '../../../../src/studio/editor/code/completions.ts';
import { firstText, refusalOfPath } from '../../../../src/studio/editor/state/file-names.ts';
import { referencesTo, renamedReferences } from '../../../../src/studio/editor/state/references.ts';
import { searchPaths, searchTexts } from '../../../../src/studio/editor/state/search-texts.ts';

it('settings are completed from declarations with comments and a byte order mark', () => {
  const groups = '\ufeff/* a */[{"settings": [{"type": "text", "id": "nom"}]}]';
  const section = `{% schema %}// a\n{"settings": [{"id": "t", "label": {"fr": "Le titre"}}]}{% endschema %}`;
  expect(fieldsOf('settings', '', () => groups)).toMatchObject([{ label: 'nom', detail: 'text' }]);
  expect(fieldsOf('section.settings', section, () => null)).toMatchObject([{ label: 't', info: 'Le titre' }]);
});

describe('two changes of one file', () => {
  it.each([
    ['alike', 'a.liquid', '1\n', '2\n', '2\n', { kind: 'same' }],
    ['both removed', 'a.liquid', '1\n', null, null, { kind: 'same' }],
    ['of other lines', 'a.liquid', '1\n2\n3\n', 'x\n2\n3\n', '1\n2\ny\n', { kind: 'merged', text: 'x\n2\ny\n' }],
    [
      'of other keys on one line',
      'a.json',
      '{"a":1,"b":1}',
      '{"a":2,"b":1}',
      '{"a":1,"b":2}',
      { kind: 'merged', text: '{"a":2,"b":2}' },
    ],
    [
      'of one list, at other lines',
      'a.json',
      '[\n1,\n2,\n3\n]',
      '[\n0,\n2,\n3\n]',
      '[\n1,\n2,\n4\n]',
      { kind: 'merged', text: '[\n0,\n2,\n4\n]' },
    ],
    ['changed here, removed elsewhere', 'a.liquid', '1', '2', null, { kind: 'removed-elsewhere' }],
    ['removed here, changed elsewhere', 'a.liquid', '1', null, '2', { kind: 'changed-elsewhere' }],
    [
      'made twice',
      'a.liquid',
      null,
      'x',
      'y',
      { kind: 'conflict', regions: [{ kind: 'conflict', base: '', mine: 'x', theirs: 'y' }] },
    ],
  ] as const)('%s', (_what, path, base, mine, theirs, outcome) => {
    expect(reconcile({ path, base, mine, theirs })).toEqual(outcome);
  });

  it('whose lines fit but make no JSON together are for people', () => {
    const base = '[\n1,\n2,\n3\n]\n';
    // One takes the last element away, the other the first: each is JSON with its commas, together they are not.
    const [mine, theirs] = ['[\n1,\n2\n]\n', '[\n1,\n2,\n3,\n4\n]\n'];
    const outcome = reconcile({ path: 'a.json', base, mine, theirs });
    expect(outcome.kind).toBe('conflict');
  });
});

const THEME: Readonly<Record<string, string>> = {
  'layout/theme.liquid': "{% section 'hero' %}\n<link href=\"{{ 'fin.css' | asset_url }}\">",
  'sections/hero.liquid': "{%- render 'carte', a: 1 -%}{% include \"carte\" %}{% render 'carte-longue' %}",
  'templates/index.json':
    '{"sections": {"hero": {"type": "hero", "settings": {"image": "fin.svg"}}}, "order": ["hero"]}',
  'config/settings_data.json': '{"current": {"sections": {"hero": {}}}}',
  'assets/tout.css': 'a { background: url(fin.svg) } b { background: url("autre-fin.svg") }',
};
const texts = Object.entries(THEME);

describe('what names a file', () => {
  it.each([
    ['snippets/carte.liquid', ['sections/hero.liquid:1']],
    ['sections/hero.liquid', ['layout/theme.liquid:1', 'templates/index.json:1', 'config/settings_data.json:1']],
    ['assets/fin.css', ['layout/theme.liquid:2']],
    ['assets/fin.svg', ['templates/index.json:1', 'assets/tout.css:1']],
    ['layout/theme.liquid', []],
  ])('%s', (path, places) => {
    expect(referencesTo(path, texts).map((found) => `${found.path}:${found.line}`)).toEqual(places);
  });

  it('gets its new name, and nothing else does', () => {
    expect([...renamedReferences('snippets/carte.liquid', 'snippets/fiche.liquid', texts)]).toEqual([
      ['sections/hero.liquid', "{%- render 'fiche', a: 1 -%}{% include \"fiche\" %}{% render 'carte-longue' %}"],
    ]);
    // The key of a section in its template is no name of its file.
    expect(Object.fromEntries(renamedReferences('sections/hero.liquid', 'sections/haut.liquid', texts))).toEqual({
      'layout/theme.liquid': THEME['layout/theme.liquid']?.replace('hero', 'haut'),
      'templates/index.json': THEME['templates/index.json']?.replace('"type": "hero"', '"type": "haut"'),
      'config/settings_data.json': THEME['config/settings_data.json']?.replace('hero', 'haut'),
    });
    expect(renamedReferences('assets/fin.svg', 'assets/neuf.svg', texts).get('assets/tout.css')).toBe(
      'a { background: url(neuf.svg) } b { background: url("autre-fin.svg") }',
    );
  });
});

describe('search', () => {
  it('finds every place with its line and column; capitals count once they are sought', () => {
    const files = [['a', 'un Deux\n\n  deux deux.\n']] as const;
    const places = (sought: string) => searchTexts(files, sought).map(({ line, column }) => `${line}:${column}`);
    expect(places('deux')).toEqual(['1:4', '3:3', '3:8']);
    expect(places('Deux')).toEqual(['1:4']);
    expect(places('deux.')).toEqual(['3:8']);
    expect(places('')).toEqual([]);
    expect(searchTexts(files, 'deux.')[0]).toMatchObject({ before: 'deux ', found: 'deux.', after: '' });
  });

  it('puts paths whose name begins with what is sought first', () => {
    const paths = ['layout/theme.liquid', 'sections/hero.liquid', 'snippets/the.liquid', 'assets/x.css'];
    expect(searchPaths(paths, 'the')).toEqual(['layout/theme.liquid', 'snippets/the.liquid', 'sections/hero.liquid']);
    expect(searchPaths(paths, 'ionshero')).toEqual(['sections/hero.liquid']);
    expect(searchPaths(paths, '')).toEqual(paths);
  });
});

describe('a new file', () => {
  it.each([
    ['sections/a.liquid', null],
    ['sections/pris.liquid', 'Un fichier existe déjà à ce chemin.'],
    ['autre/a.liquid', 'six dossiers'],
    ['sections/a.css', 'extension'],
    [`sections/${'a'.repeat(120)}.liquid`, 'de 3 à 120 caractères'],
  ])('%s', (path, refusal) => {
    const told = refusalOfPath(path, ['sections/pris.liquid']);
    if (refusal === null) expect(told).toBe(null);
    else expect(told).toContain(refusal);
  });

  it('of JSON begins as JSON', () => {
    for (const path of ['templates/a.json', 'config/a.json']) expect(JSON.parse(firstText(path))).toBeTypeOf('object');
  });
});

it('completions know the settings of the section that is being written', () => {
  const section =
    '{{ x }}{% schema %}{"settings": [{"id": "titre"}], "blocks": [{"type": "b", "settings": [{"id": "lien"}]}]}{% endschema %}';
  const labels = (object: string) =>
    fieldsOf(object, section, () => '[{"settings": [{"id": "couleur"}]}]').map(({ label }) => label);
  expect(['section.settings', 'block.settings', 'settings', 'blog.pagination'].map(labels)).toEqual([
    ['titre'],
    ['lien'],
    ['couleur'],
    ['page', 'pages', 'precedente', 'suivante'],
  ]);
  expect(labels('forloop.parentloop.parentloop')).toContain('rindex0');
  expect(['page.titre', 'constructor', 'inconnu.x'].map(labels)).toEqual([[], [], []]);
});

it.each([
  ['{% tab', ['tablerow', 'endtablerow', 'elsif'], ['#', 'endassign']],
  ['{% for a in b lim', ['limit', 'reversed', 'site', 'tablerowloop'], ['cols']],
  ['{% elsif a con', ['contains', 'and'], ['limit']],
  ['{{ a | tru', ['truncate', 'teinte'], ['where_exp']],
  ['{% include "', ['carte'], ['hero']],
  ['{% section "', ['hero'], ['carte']],
])('completions behind %s are the words of the language', async (text, some, none) => {
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, false);
  const words = { paths: () => ['snippets/carte.liquid', 'sections/hero.liquid'], textOf: () => null };
  const labels = (await liquidCompletions(words)(context))?.options.map(({ label }) => label);
  expect(labels).toEqual(expect.arrayContaining([...some]));
  expect(labels?.filter((label) => none.includes(label))).toEqual([]);
});

it('a filter is completed with its arguments', async () => {
  const context = new CompletionContext(EditorState.create({ doc: '{{ a | r' }), 8, false);
  const found = await liquidCompletions({ paths: () => [], textOf: () => null })(context);
  const detail = found?.options.find(({ label }) => label === 'replace')?.detail;
  expect(detail).toBe(': motif, remplacement?');
});
