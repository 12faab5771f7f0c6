import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../../engine/assist/index.ts';
import { marked, THEME } from './support.ts';

const SCHEMA = THEME['sections/hero.liquid']?.slice(THEME['sections/hero.liquid'].indexOf('{% schema %}')) ?? '';

function labelsAt(path: string, text: string): string[] {
  const { theme, offset } = marked(path, text);
  return completionsAt(theme, path, offset)?.items.map(({ label }) => label) ?? [];
}

/** The text after an item was taken, the placeholders of its fields left out. */
function taken(path: string, text: string, label: string): string | undefined {
  const { theme, offset } = marked(path, text);
  const found = completionsAt(theme, path, offset);
  const item = found?.items.find((one) => one.label === label);
  if (!found || !item) return undefined;
  const insert = (item.insert ?? item.label).replace(/\$\{\d+(?::((?:\\.|[^}])*))?\}/g, '$1').replace(/\\(.)/g, '$1');
  const source = text.replace('¦', '');
  return source.slice(0, found.from) + insert + source.slice(found.to);
}

describe('completions in Liquid', () => {
  it.each([
    ['a tag', '{% tab¦', ['tablerow'], ['#', 'elsif', 'endassign', 'else']],
    ['the end and the branches of the block around', '{% if a %}{% e¦', ['endif', 'elsif', 'else'], ['endfor', 'when']],
    ['a branch of a case', '{% case a %}{% ¦', ['endcase', 'when', 'else'], ['elsif']],
    ['a line of a liquid tag', '{% liquid\n  assign x = 1\n  ec¦\n%}', ['echo', 'for'], []],
    ['the end of a block on lines', '{% liquid\n  if a\n    echo b\n  e¦\n%}', ['endif', 'else', 'elsif'], ['endfor']],
    ['the named arguments of a filter', '{{ a | image_tag: ¦', ['sizes', 'alt', 'class', 'site'], ['width']],
    ['those that are not there yet', '{{ a | image_tag: sizes: "1vw", ¦', ['alt', 'site'], ['sizes']],
    ['no name of an argument as its value', '{{ a | image_tag: sizes: ¦', ['site'], ['sizes', 'alt']],
    ['none of another filter', '{{ a | append: ¦', ['site'], ['sizes', 'alt']],
    ['a filter', '{{ a | tru¦', ['truncate', 'teinte'], ['where_exp']],
    [
      'objects',
      '{{ ¦',
      ['site', 'page', 'settings', 'section', 'menus', 'blank'],
      ['content_for_layout', 'forloop', 'block'],
    ],
    ['properties', '{{ page.¦ }}', ['titre', 'slug', 'contenu'], ['nom']],
    ['properties behind the cursor', '{{ page.ti¦tre }}', ['titre'], []],
    ['properties of properties', '{{ blog.pagination.¦', ['page', 'pages', 'precedente', 'suivante'], []],
    [
      'an element of a list',
      '{% for a in blog.articles %}{{ a.¦ }}{% endfor %}',
      ['titre', 'extrait', 'blog'],
      ['contenu'],
    ],
    ['an element of a list by its place', '{{ blog.articles[0].¦ }}', ['titre'], ['contenu']],
    ['loop objects', '{% for a in (1..2) %}{{ forloop.¦ }}{% endfor %}', ['index', 'parentloop'], ['row']],
    ['variables', '{% assign abc = 1 %}{% capture def %}{% endcapture %}{{ ¦ }}', ['abc', 'def'], []],
    ['a variable of a loop in its loop', '{% for abc in (1..2) %}{{ a¦ }}{% endfor %}', ['abc', 'forloop'], []],
    ['no variable of a loop behind it', '{% for abc in (1..2) %}{% endfor %}{{ ¦ }}', ['site'], ['abc', 'forloop']],
    ['no variable before it is there', '{{ ¦ }}{% assign abc = 1 %}', ['site'], ['abc']],
    ['the settings of the theme', '{{ settings.¦ }}', ['accent'], ['titre']],
    [
      'the settings of the section',
      `{{ section.settings.¦ }}${SCHEMA}`,
      ['titre', 'taille', 'plein'],
      ['adresse', 'accent'],
    ],
    ['the settings of the section, in brackets', `{{ section.settings['¦ }}${SCHEMA}`, ['titre', 'taille'], []],
    ['the section while its text does not parse', `{% if a %}{{ section.settings.¦ ${SCHEMA}`, ['titre'], []],
    [
      'a section that is not complete',
      `{{ section.¦\n<p>{{ page.titre }}</p>${SCHEMA}`,
      ['settings', 'blocks', 'id'],
      [],
    ],
    [
      'the settings of all blocks',
      `{% for b in section.blocks %}{{ b.settings.¦ }}{% endfor %}${SCHEMA}`,
      ['adresse', 'texte'],
      ['titre'],
    ],
    [
      'the settings of the blocks of one type',
      `{% for b in section.blocks %}{% case b.type %}{% when 'mot' %}{{ b.settings.¦ }}{% endcase %}{% endfor %}${SCHEMA}`,
      ['texte'],
      ['adresse'],
    ],
    ['properties of a value of a setting', `{{ section.settings.fond.¦ }}${SCHEMA}`, ['red', 'alpha'], ['titre']],
    [
      'types of blocks',
      `{% for b in section.blocks %}{% if b.type == '¦' %}{% endif %}{% endfor %}${SCHEMA}`,
      ['lien', 'mot'],
      [],
    ],
    [
      'types of blocks in a case',
      `{% for b in section.blocks %}{% case b.type %}{% when "¦" %}{% endcase %}{% endfor %}${SCHEMA}`,
      ['lien', 'mot'],
      [],
    ],
    ['options of a setting', `{% if section.settings.taille == "¦ %}${SCHEMA}`, ['petit', 'grand'], ['titre']],
    ['names of templates', `{% if template == '¦' %}{% endif %}`, ['index'], []],
    ['what becomes of a form', `{% if page.demande == '¦' %}{% endif %}`, ['merci', 'erreur'], []],
    ['snippets', "{% render '¦' %}", ['carte', 'bloc', 'fin'], ['hero']],
    ['snippets without quotes', '{% render ¦ %}', ['carte', 'bloc'], ['hero', 'site']],
    ['sections', '{% section "¦', ['hero', 'entete'], ['carte']],
    ['parameters of a snippet', "{% render 'carte', ¦ %}", ['titre', 'texte'], ['site']],
    ['parameters that are not there yet', "{% render 'carte', titre: 1, t¦ %}", ['texte'], ['titre']],
    ['parameters that a snippet reads', "{% render 'bloc', ¦ %}", ['section'], []],
    ['values of parameters', "{% render 'carte', titre: ¦ %}", ['site', 'page'], ['texte']],
    ['assets', '{{ "¦', ['fin.css', 'fin.svg'], ['carte']],
    ['assets in an assign', "{% assign a = 'f¦' | asset_url %}", ['fin.css'], []],
    ['properties for a filter', "{{ blog.articles | map: '¦' }}", ['titre', 'extrait'], ['contenu', 'size']],
    ['words of a for', '{% for a in section.blocks ¦ %}', ['limit', 'offset', 'reversed'], ['site', 'cols']],
    ['in', '{% for a ¦ %}', ['in'], ['site']],
    ['what a loop takes', '{% for a in ¦ %}', ['site', 'section'], ['limit']],
    ['words of conditions', '{% if page.titre con¦ %}', ['contains', 'and', 'or'], ['site']],
    ['values behind words of conditions', '{% if page.titre and ¦ %}', ['site'], ['contains']],
    ['fonts', '{{ "¦" | font_face }}', ['eb-garamond', 'systeme'], ['fin.css']],
    ['menus that the theme names', '{{ menus.¦ }}{% for a in menus.pied %}{% endfor %}', ['pied'], ['titre', 'size']],
    ['formats of dates', "{{ article.date | date: '¦' }}", ['%d/%m/%Y'], ['fin.css']],
    ['what a comment may ask', '{% # vitrine-i¦ %}', ['vitrine-ignorer'], ['site']],
    [
      'codes of checks',
      '{% # vitrine-ignorer filtre_inconnu ¦ %}',
      ['ressource_manquante'],
      ['filtre_inconnu', 'liquid_invalide'],
    ],
    ['nothing in a remark', '{% # le ti¦tre %}', [], ['site']],
    ['parameters of a doc', '{% doc %}\n  @p¦\n{% enddoc %}', ['@param'], ['site']],
    ['nothing for a new name', '{% assign ¦', [], ['site']],
    ['nothing in text', 'bonjour ¦', [], ['site']],
    ['nothing in a comment', '{% comment %}{{ ¦ }}{% endcomment %}', [], ['site']],
    ['nothing in a script', '{% javascript %}{{ ¦ }}{% endjavascript %}', [], ['site']],
    ['nothing behind what is closed', '{{ a }} ¦', [], ['site']],
  ])('%s', (_what, text, some, none) => {
    const labels = labelsAt('sections/test.liquid', text);
    expect(labels).toEqual(expect.arrayContaining([...some]));
    if (some.length === 0) expect(labels).toEqual([]);
    expect(labels.filter((label) => none.includes(label))).toEqual([]);
  });

  it('a snippet sees what it is passed, with the types that callers pass', () => {
    const text = '{{ section.settings.¦ }}';
    expect(labelsAt('snippets/bloc.liquid', text)).toEqual(expect.arrayContaining(['titre', 'taille']));
    expect(labelsAt('snippets/carte.liquid', '{{ ¦ }}')).not.toContain('page');
  });

  it.each([
    ['{% fo¦', 'for', '{% for element in liste %}{% endfor %}'],
    ['{% fo¦ %}', 'for', '{% for element in liste %}{% endfor %}'],
    ['{% fo¦ x in y %}{% endfor %}', 'for', '{% for x in y %}{% endfor %}'],
    ['{%- fo¦ -%}', 'for', '{%- for element in liste -%}{% endfor %}'],
    ['{% liquid\n  fo¦\n%}', 'for', '{% liquid\n  for element in liste\n  \nendfor\n%}'],
    ['{% if a %}{% en¦', 'endif', '{% if a %}{% endif %}'],
    ['{% if a %}{% en¦ %}', 'endif', '{% if a %}{% endif %}'],
    ['{{ a | rep¦ }}', 'replace', '{{ a | replace: motif }}'],
    ['{{ a | upc¦ase }}', 'upcase', '{{ a | upcase }}'],
    ['{% render ¦ %}', 'carte', '{% render "carte" %}'],
    ["{% render 'c¦' %}", 'carte', "{% render 'carte' %}"],
    ["{% render 'carte' ¦%}", 'titre', "{% render 'carte' , titre: %}"],
    ["{% render 'carte', ¦ %}", 'titre', "{% render 'carte', titre:  %}"],
    ["{% render 'carte', te¦: 1 %}", 'titre', "{% render 'carte', titre: 1 %}"],
    ['{{ a | rem¦: "b" }}', 'replace', '{{ a | replace: "b" }}'],
    ['{% for a in b ¦ %}', 'limit', '{% for a in b limit:  %}'],
  ])('%s takes %s', (text, label, result) => {
    expect(taken('sections/test.liquid', text, label)).toBe(result);
  });

  it('tell what there is', () => {
    const { theme, offset } = marked('sections/test.liquid', `{{ section.settings.¦ }}${SCHEMA}`);
    expect(completionsAt(theme, 'sections/test.liquid', offset)?.items.find(({ label }) => label === 'taille')).toEqual(
      {
        label: 'taille',
        kind: 'setting',
        detail: 'select · Taille',
        documentation:
          '**Taille** : réglage `taille` de type `select`\n\nUn choix dans un menu : la « value » de l’une de ses « options ».\n\nOptions : `petit` (Petite), `grand` (Grande).\n\nPar défaut : `petit`.',
      },
    );
    const filters = marked('sections/test.liquid', '{{ a | repl¦');
    const found = completionsAt(filters.theme, 'sections/test.liquid', filters.offset)?.items.find(
      ({ label }) => label === 'replace',
    );
    expect(found).toMatchObject({ kind: 'filter', detail: ': motif, remplacement?' });
    expect(found?.documentation).toContain('texte mis à sa place');
  });

  it('filters that do something with the value come first', () => {
    const labels = labelsAt('sections/test.liquid', '{{ blog.articles | ¦ }}');
    expect(labels.indexOf('where')).toBeLessThan(labels.indexOf('upcase'));
  });
});

const TEMPLATE = 'templates/page.json';

describe('completions in JSON', () => {
  it.each([
    ['keys of a template', TEMPLATE, '{¦}', ['sections', 'order']],
    ['keys that are not there', TEMPLATE, '{"order": [], "¦"}', ['sections']],
    [
      'keys of a section',
      TEMPLATE,
      '{"sections": {"a": {"¦',
      ['type', 'settings', 'blocks', 'block_order', 'disabled'],
    ],
    ['types of sections', TEMPLATE, '{"sections": {"a": {"type": "¦"}}}', ['entete', 'hero']],
    [
      'settings of a section',
      TEMPLATE,
      '{"sections": {"a": {"type": "hero", "settings": {"¦"}}}}',
      ['titre', 'taille', 'plein', 'image', 'fond', 'police'],
    ],
    ['options', TEMPLATE, '{"sections": {"a": {"type": "hero", "settings": {"taille": "¦"}}}}', ['petit', 'grand']],
    ['truths', TEMPLATE, '{"sections": {"a": {"type": "hero", "settings": {"plein": ¦}}}}', ['true', 'false']],
    ['images', TEMPLATE, '{"sections": {"a": {"type": "hero", "settings": {"image": "¦"}}}}', ['fin.svg']],
    [
      'types of blocks',
      TEMPLATE,
      '{"sections": {"a": {"type": "hero", "blocks": {"b": {"type": "¦"}}}}}',
      ['lien', 'mot'],
    ],
    [
      'settings of a block',
      TEMPLATE,
      '{"sections": {"a": {"type": "hero", "blocks": {"b": {"type": "mot", "settings": {¦}}}}}}',
      ['texte'],
    ],
    ['the order', TEMPLATE, '{"sections": {"a": {"type": "hero"}, "b": {}}, "order": ["a", "¦"]}', ['b']],
    [
      'the order of blocks',
      TEMPLATE,
      '{"sections": {"a": {"blocks": {"x": {}, "y": {}}, "block_order": [¦]}}}',
      ['x', 'y'],
    ],
    ['the settings of the theme', 'config/settings_data.json', '{"current": {"¦"}}', ['sections', 'accent']],
    ['sections that tags name', 'config/settings_data.json', '{"current": {"sections": {"¦"}}}', ['entete', 'hero']],
    [
      'their keys',
      'config/settings_data.json',
      '{"current": {"sections": {"hero": {"¦"}}}}',
      ['settings', 'blocks', 'block_order', 'disabled'],
    ],
    [
      'their settings',
      'config/settings_data.json',
      '{"current": {"sections": {"entete": {"settings": {"¦"}}}}}',
      ['titre'],
    ],
    ['names of presets', 'config/settings_data.json', '{"current": "¦", "presets": {"Clair": {}}}', ['Clair']],
    ['keys of a group', 'config/settings_schema.json', '[{"¦', ['name', 'settings']],
    [
      'keys of a setting',
      'config/settings_schema.json',
      '[{"settings": [{"type": "range", "¦"}]}]',
      ['id', 'label', 'default', 'info', 'min', 'max', 'step', 'unit'],
    ],
    [
      'keys of a heading',
      'config/settings_schema.json',
      '[{"settings": [{"type": "header", "¦"}]}]',
      ['info', 'content'],
    ],
    [
      'fonts',
      'config/settings_schema.json',
      '[{"settings": [{"type": "font_picker", "id": "a", "default": "eb¦"}]}]',
      ['eb-garamond', 'systeme'],
    ],
    [
      'keys of a schema',
      'sections/s.liquid',
      '{% schema %}{"¦"}{% endschema %}',
      ['name', 'settings', 'blocks', 'max_blocks', 'presets'],
    ],
    [
      'types of settings',
      'sections/s.liquid',
      '{{ a }}{% schema %}{"settings": [{"type": "¦"}]}{% endschema %}',
      ['text', 'image_picker', 'header'],
    ],
    [
      'keys of an option',
      'sections/s.liquid',
      '{% schema %}{"settings": [{"type": "select", "options": [{"¦"}]}]}{% endschema %}',
      ['value', 'label', 'group'],
    ],
    [
      'settings of a preset',
      'sections/s.liquid',
      '{% schema %}{"settings": [{"type": "text", "id": "abc"}], "presets": [{"settings": {"¦"}}]}{% endschema %}',
      ['abc'],
    ],
    [
      'names of templates',
      'sections/s.liquid',
      '{% schema %}{"enabled_on": {"templates": ["¦"]}}{% endschema %}',
      ['*', 'index'],
    ],
  ])('%s', (_what, path, text, labels) => {
    expect(labelsAt(path, text)).toEqual(expect.arrayContaining(labels));
  });

  it('what cannot be there is not offered', () => {
    expect(labelsAt(TEMPLATE, '{"sections": {"a": {"type": "hero", "settings": {"titre": "x", "¦"}}}}')).not.toContain(
      'titre',
    );
    expect(labelsAt(TEMPLATE, '{"sections": {} ¦}')).toEqual([]);
    expect(labelsAt(TEMPLATE, '{"sections": {/* ¦ */}}')).toEqual([]);
    expect(labelsAt(TEMPLATE, '{// ¦')).toEqual([]);
    expect(labelsAt(TEMPLATE, '{"nimporte": {"¦"}}')).toEqual([]);
  });

  it.each([
    ['{"¦"}', 'sections', '{"sections": {}}'],
    ['{¦}', 'order', '{"order": []}'],
    ['{"¦": {}}', 'sections', '{"sections": {}}'],
    ['{"¦"\n"order": []}', 'sections', '{"sections": {},\n"order": []}'],
    ['{"sections": {"a": {"type": "h¦"}}}', 'hero', '{"sections": {"a": {"type": "hero"}}}'],
    ['{"sections": {"a": {"type": ¦}}}', 'hero', '{"sections": {"a": {"type": "hero"}}}'],
    ['{"sections": {"a": {"type": "h¦', 'hero', '{"sections": {"a": {"type": "hero"'],
    [
      '{"sections": {"a": {"type": "hero", "settings": {"plein": ¦}}}}',
      'true',
      '{"sections": {"a": {"type": "hero", "settings": {"plein": true}}}}',
    ],
  ])('%s takes %s', (text, label, result) => {
    expect(taken(TEMPLATE, text, label)).toBe(result);
  });
});
