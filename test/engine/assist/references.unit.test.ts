import { describe, expect, it } from 'vitest';
import {
  definitionAt,
  referencesAt,
  referencesTo,
  renameAt,
  renamedAt,
  renameFile,
} from '../../../engine/assist/index.ts';
import type { TextEdit } from '../../../engine/assist/types.ts';
import { ThemeDocuments } from '../../../engine/document/theme-documents.ts';
import type { ThemeFiles } from '../../../engine/types.ts';
import { marked, placed, THEME } from './support.ts';

const shown = (files: ThemeFiles, { path, from, to }: { path: string; from: number; to: number }) =>
  `${path} ${files[path]?.slice(Math.max(0, from - 12), from)}[${files[path]?.slice(from, to)}]`;

/** The files that change, with what they then hold. */
function changed(files: ThemeFiles, edits: readonly TextEdit[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (const { path, from, to, text } of edits.toReversed()) {
    const before = result[path] ?? files[path] ?? '';
    result[path] = before.slice(0, from) + text + before.slice(to);
  }
  return result;
}

function renamed(files: ThemeFiles, path: string, before: string, name: string) {
  const offset = (files[path]?.indexOf(before) ?? -1) + before.length;
  const found = renameAt(ThemeDocuments.of(files), path, offset, name);
  return 'refusal' in found ? found.refusal : { texts: changed(files, found.edits), files: found.files };
}

describe('references', () => {
  it.each([
    ['a snippet', 'sections/hero.liquid', "render 'car", ['sections/hero.liquid', 'snippets/carte.liquid']],
    ['a section', 'templates/index.json', '"type": "he', ['sections/hero.liquid', 'templates/index.json']],
    [
      'a section that a tag names',
      'layout/theme.liquid',
      "section 'ent",
      ['config/settings_data.json', 'layout/theme.liquid', 'sections/entete.liquid'],
    ],
    ['an asset', 'templates/index.json', '"fin.s', ['assets/fin.css', 'assets/fin.svg', 'templates/index.json']],
    [
      'a setting of a section, read in a snippet that is passed the section',
      'templates/index.json',
      '"settings": {"ti',
      ['sections/hero.liquid', 'sections/hero.liquid', 'snippets/bloc.liquid', 'templates/index.json'],
    ],
    [
      'a setting of a block',
      'sections/hero.liquid',
      'block.settings.adr',
      ['sections/hero.liquid', 'sections/hero.liquid', 'templates/index.json'],
    ],
    [
      'a type of block',
      'templates/index.json',
      '"x": {"type": "li',
      ['sections/hero.liquid', 'sections/hero.liquid', 'templates/index.json'],
    ],
    [
      'a setting of the theme',
      'config/settings_data.json',
      '"acc',
      ['config/settings_data.json', 'config/settings_schema.json'],
    ],
    [
      'a parameter',
      'snippets/carte.liquid',
      '{{ ti',
      ['sections/hero.liquid', 'snippets/carte.liquid', 'snippets/carte.liquid'],
    ],
  ])('of %s', (_what, path, before, paths) => {
    const { theme, offset } = placed(path, before);
    expect(
      referencesAt(theme, path, offset)
        .map((one) => one.path)
        .sort(),
    ).toEqual(paths);
  });

  it('of a variable are those of its scope', () => {
    const text = '{% assign a = 1 %}{% for a in (1..2) %}{{ ¦a }}{% endfor %}{{ a }}';
    const { theme, offset } = marked('sections/t.liquid', text);
    const places = referencesAt(theme, 'sections/t.liquid', offset).map(({ from }) => from);
    expect(places).toEqual([25, 42]);
  });

  it('in JSON that is not complete', () => {
    const { theme, offset } = marked('templates/page.json', '{"sections": {"a": {"type": "he¦ro", "settings": {"ti');
    expect(definitionAt(theme, 'templates/page.json', offset)).toMatchObject({ path: 'sections/hero.liquid' });
  });

  it('to a file', () => {
    const files = (path: string) => referencesTo(ThemeDocuments.of(THEME), path).map((one) => shown(THEME, one));
    expect(files('snippets/carte.liquid')).toEqual(["sections/hero.liquid {%- render '[carte]"]);
    expect(files('assets/fin.css')).toEqual(["layout/theme.liquid <head>{{ '[fin.css]"]);
    expect(files('layout/theme.liquid')).toEqual([]);
  });

  it('define what is named', () => {
    const defined = (path: string, before: string) => {
      const { theme, offset } = placed(path, before);
      const found = definitionAt(theme, path, offset);
      return found && shown(THEME, found);
    };
    expect(defined('sections/hero.liquid', "render 'car")).toBe('snippets/carte.liquid []');
    expect(defined('templates/index.json', '"titre')).toContain('"id": "[titre]');
    expect(defined('snippets/bloc.liquid', 'settings.ti')).toContain('sections/hero.liquid');
    expect(defined('templates/index.json', '"adr')).toContain('"id": "[adresse]');
    expect(defined('sections/hero.liquid', "when 'li")).toContain('{"type": "[lien]');
    expect(defined('sections/hero.liquid', "'carte', ti")).toContain('@param {string} [titre]'.replace('@param ', ''));
    expect(defined('sections/hero.liquid', '{{ blo')).toContain('[block]');
    expect(defined('layout/theme.liquid', '<he')).toBe(null);
  });
});

describe('another name', () => {
  it('for a snippet, with its file', () => {
    expect(renamed(THEME, 'sections/hero.liquid', "render 'car", 'fiche')).toEqual({
      texts: { 'sections/hero.liquid': THEME['sections/hero.liquid']?.replace("'carte'", "'fiche'") },
      files: [{ from: 'snippets/carte.liquid', to: 'snippets/fiche.liquid' }],
    });
  });

  it('for a section, in templates, tags and values; its key in a template stays', () => {
    const files = {
      ...THEME,
      'templates/page.json': '{"sections": {"entete": {"type": "entete"}}, "order": ["entete"]}',
    };
    expect(renamed(files, 'layout/theme.liquid', "section 'ent", 'haut')).toEqual({
      texts: {
        'layout/theme.liquid': THEME['layout/theme.liquid']?.replace('entete', 'haut'),
        'config/settings_data.json': THEME['config/settings_data.json']?.replace('entete', 'haut'),
        'templates/page.json': '{"sections": {"entete": {"type": "haut"}}, "order": ["entete"]}',
      },
      files: [{ from: 'sections/entete.liquid', to: 'sections/haut.liquid' }],
    });
  });

  it('for a setting of a section, in schema, reads, snippets and values', () => {
    const found = renamed(THEME, 'sections/hero.liquid', '"id": "ti', 'grand_titre');
    expect(found).toMatchObject({ files: [] });
    const texts = typeof found === 'string' ? {} : found.texts;
    expect(Object.keys(texts).sort()).toEqual(['sections/hero.liquid', 'snippets/bloc.liquid', 'templates/index.json']);
    expect(texts['snippets/bloc.liquid']).toBe("{{ section.settings.grand_titre }}{% include 'fin' %}");
    expect(texts['templates/index.json']).toContain('{"grand_titre": "Un"');
    expect(texts['sections/hero.liquid']).toContain("render 'carte', titre: section.settings.grand_titre");
    expect(texts['sections/hero.liquid']).toContain('"id": "grand_titre"');
  });

  it('for a type of block, and for a setting of blocks', () => {
    const type = renamed(THEME, 'sections/hero.liquid', "when 'li", 'bouton');
    const texts = typeof type === 'string' ? {} : type.texts;
    expect(texts['sections/hero.liquid']).toContain("when 'bouton'");
    expect(texts['sections/hero.liquid']).toContain('{"type": "bouton"');
    expect(texts['templates/index.json']).toContain('{"type": "bouton"');
    const id = renamed(THEME, 'sections/hero.liquid', 'block.settings.te', 'mots');
    expect(typeof id === 'string' ? id : Object.keys(id.texts)).toEqual(['sections/hero.liquid']);
  });

  it('for a variable, where it is bound', () => {
    const files = { 'sections/t.liquid': '{% assign a = 1 %}{% for a in (1..a) %}{{ a.b }}{% endfor %}{{ a }}' };
    expect(renamed(files, 'sections/t.liquid', 'assign ', 'b')).toMatchObject({
      texts: { 'sections/t.liquid': '{% assign b = 1 %}{% for a in (1..b) %}{{ a.b }}{% endfor %}{{ b }}' },
    });
    expect(renamed(files, 'sections/t.liquid', 'for ', 'b')).toMatchObject({
      texts: { 'sections/t.liquid': '{% assign a = 1 %}{% for b in (1..a) %}{{ b.b }}{% endfor %}{{ a }}' },
    });
  });

  it('for a parameter, in the calls too', () => {
    const found = renamed(THEME, 'snippets/carte.liquid', '{{ ti', 'intitule');
    const texts = typeof found === 'string' ? {} : found.texts;
    expect(texts['sections/hero.liquid']).toContain("render 'carte', intitule: section");
    expect(texts['snippets/carte.liquid']).toContain('@param {string} intitule - le titre');
    expect(texts['snippets/carte.liquid']).toContain('<b>{{ intitule }}</b>');
  });

  it('for a parameter that the snippet sets anew, wherever the renaming is asked for', () => {
    const files = {
      'sections/t.liquid': "{% assign mot = 'x' %}{% render 'a', mot: mot, n: 1 %}",
      'snippets/a.liquid': "{% assign mot = mot | default: 'y' %}{% for n in (1..n) %}{{ n }}{{ mot }}{% endfor %}",
    };
    const changes = {
      texts: {
        'sections/t.liquid': "{% assign mot = 'x' %}{% render 'a', titre: mot, n: 1 %}",
        'snippets/a.liquid': files['snippets/a.liquid'].replaceAll('mot', 'titre'),
      },
      files: [],
    };
    expect(renamed(files, 'sections/t.liquid', "'a', mo", 'titre')).toEqual(changes);
    expect(renamed(files, 'snippets/a.liquid', '{% assign mo', 'titre')).toEqual(changes);
    expect(renamed(files, 'snippets/a.liquid', '{{ n }}{{ mo', 'titre')).toEqual(changes);
    expect(renamed(files, 'sections/t.liquid', "'a', mo", 'n')).toContain('existe déjà');
    const theme = ThemeDocuments.of(files);
    expect(definitionAt(theme, 'snippets/a.liquid', files['snippets/a.liquid'].indexOf('{{ mot') + 4)).toMatchObject({
      from: '{% assign '.length,
    });
  });

  it('for the keys of a section and of a block in a template', () => {
    const inTemplate = (before: string) => {
      const found = renamed(THEME, 'templates/index.json', before, 'neuf');
      return typeof found === 'string' ? found : found.texts['templates/index.json'];
    };
    expect(inTemplate('"order": ["')).toBe(THEME['templates/index.json']?.replaceAll('"a"', '"neuf"'));
    expect(inTemplate('"blocks": {"')).toBe(THEME['templates/index.json']?.replaceAll('"x"', '"neuf"'));
  });

  it('for a snippet that is passed a value without a name', () => {
    const files = {
      'sections/t.liquid': "{% render 'a' with page %}{% render 'a' for x as y %}",
      'snippets/a.liquid': '{{ a.titre }}',
    };
    expect(renamed(files, 'sections/t.liquid', "render 'a", 'b')).toEqual({
      texts: { 'sections/t.liquid': "{% render 'b' with page as a %}{% render 'b' for x as y %}" },
      files: [{ from: 'snippets/a.liquid', to: 'snippets/b.liquid' }],
    });
  });

  it.each([
    ['a name that no file has', 'sections/hero.liquid', "render 'car", 'é', 'sans accent'],
    ['a folder', 'sections/hero.liquid', "render 'car", 'a/b', 'sans accent'],
    ['a name of another file', 'sections/hero.liquid', "render 'car", 'fin', 'existe déjà'],
    ['a long name', 'sections/hero.liquid', "render 'car", 'a'.repeat(120), '120 caractères'],
    ['an id with blanks', 'sections/hero.liquid', '"id": "ti', 'a b', 'identifiant'],
    ['a computed name', 'sections/hero.liquid', '"id": "ti', 'size', 'identifiant'],
    ['an id that is there', 'sections/hero.liquid', '"id": "ti', 'taille', 's’appelle déjà'],
    ['a type of block that is there', 'sections/hero.liquid', "when 'li", 'mot', 'déjà'],
    ['a word of the language', 'sections/hero.liquid', '{% for blo', 'blank', 'variable'],
    ['an object of the language', 'sections/hero.liquid', '{% for blo', 'page', 'objet'],
    ['a name that the file reads', 'sections/hero.liquid', '{% for blo', 'section', 'objet'],
    ['variables that are shared', 'snippets/bloc.liquid', '{{ sec', 'autre', 'include'],
    ['nothing', 'layout/theme.liquid', '<he', 'a', 'Rien'],
    ['an extension', 'templates/index.json', '"fin.s', 'fin.css', 'extension'],
  ])('is refused for %s', (_what, path, before, name, says) => {
    expect(renamed(THEME, path, before, name)).toContain(says);
  });

  it('is refused where a file with mistakes may have the name', () => {
    const files = { ...THEME, 'templates/page.json': '{"sections": {"a": {"type": "entete" "settings"' };
    expect(renamed(files, 'layout/theme.liquid', "section 'ent", 'haut')).toContain(
      'templates/page.json a des erreurs',
    );
    const liquid = { ...THEME, 'snippets/fin.liquid': "{% if %}{% render 'carte" };
    expect(renamed(liquid, 'sections/hero.liquid', "render 'car", 'x')).toContain('snippets/fin.liquid a des erreurs');
  });

  it.each([
    ['a partial that is included', 'snippets/fin.liquid', '{{ section.settings.titre }}'],
    [
      'a name that is computed',
      'sections/hero.liquid',
      `{{ section.settings[page.slug] }}${THEME['sections/hero.liquid']}`,
    ],
  ])('is refused where %s may read the setting', (_what, path, text) => {
    const files = { ...THEME, 'sections/partage.liquid': "{% include 'fin' %}", [path]: text };
    expect(renamed(files, 'sections/hero.liquid', '"id": "ti', 'x')).toContain(`${path} lit peut-être « titre »`);
    expect(renamed(files, 'config/settings_schema.json', '"id": "ac', 'x')).toMatchObject({ files: [] });
  });

  it('is refused for a snippet where the name of one is computed', () => {
    const files = { ...THEME, 'sections/calcul.liquid': '{% assign a = page.slug %}{% include a %}' };
    expect(renamed(files, 'sections/hero.liquid', "render 'car", 'x')).toContain(
      'sections/calcul.liquid inclut un extrait',
    );
  });

  it('is refused where the code serves two sections', () => {
    const files = {
      ...THEME,
      'sections/autre.liquid': THEME['sections/hero.liquid'] ?? '',
    };
    expect(renamed(files, 'sections/hero.liquid', '"id": "ti', 'x')).toContain('snippets/bloc.liquid');
    expect(renamed(files, 'snippets/bloc.liquid', 'settings.ti', 'x')).toContain('section « autre »');
  });

  it('is offered with the present one', () => {
    const { theme, offset } = placed('sections/hero.liquid', "render 'car");
    const found = renamedAt(theme, 'sections/hero.liquid', offset);
    expect(found).toMatchObject({ text: 'carte' });
    expect(THEME['sections/hero.liquid']?.slice(found?.from, found?.to)).toBe('carte');
    expect(renamedAt(theme, 'layout/theme.liquid', 1)).toBe(null);
  });

  it('of a file is told by its path, also when it is there already', () => {
    const files = {
      'layout/theme.liquid': "{% section 'hero' %}\n<link href=\"{{ 'fin.css' | asset_url }}\">",
      'sections/hero.liquid': "{%- render 'carte', a: 1 -%}{% include \"carte\" %}{% render 'carte-longue' %}",
      'templates/index.json':
        '{"sections": {"hero": {"type": "hero", "settings": {"image": "fin.svg"}}}, "order": ["hero"]}',
      'config/settings_data.json': '{"current": {"sections": {"hero": {}}}}',
      'assets/tout.css': 'a { background: url(fin.svg) } b { background: url("autre-fin.svg") }',
    };
    const texts = (from: string, to: string) => changed(files, renameFile(ThemeDocuments.of(files), from, to));
    expect(texts('snippets/carte.liquid', 'snippets/fiche.liquid')).toEqual({
      'sections/hero.liquid': "{%- render 'fiche', a: 1 -%}{% include \"fiche\" %}{% render 'carte-longue' %}",
    });
    expect(texts('sections/hero.liquid', 'sections/haut.liquid')).toEqual({
      'layout/theme.liquid': files['layout/theme.liquid'].replace('hero', 'haut'),
      'templates/index.json': files['templates/index.json'].replace('"type": "hero"', '"type": "haut"'),
      'config/settings_data.json': files['config/settings_data.json'].replace('hero', 'haut'),
    });
    expect(texts('assets/fin.svg', 'assets/neuf.svg')).toEqual({
      'templates/index.json': files['templates/index.json'].replace('fin.svg', 'neuf.svg'),
      'assets/tout.css': 'a { background: url(neuf.svg) } b { background: url("autre-fin.svg") }',
    });
  });
});
