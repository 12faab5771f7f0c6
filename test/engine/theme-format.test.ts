import { describe, expect, it } from 'vitest';
import { compileTheme, loadTheme } from '../../engine/index.ts';
import { CONTENT, html, loadedTheme, REQUEST, renderTheme, themeFiles } from './support.ts';

const template = (value: object) => ({ 'templates/index.json': JSON.stringify(value) });

describe('rule 2: the layout is the outer HTML', () => {
  it('sections are poured where content_for_layout stands, unescaped', () => {
    expect(html(themeFiles('<b>a</b>', { 'layout/theme.liquid': '<main>{{ content_for_layout }}</main>' }))).toBe(
      '<main><b>a</b></main>',
    );
  });

  it('a theme without one is ignored', () => {
    const { 'layout/theme.liquid': _, ...files } = themeFiles('a') as Record<string, string>;
    expect(renderTheme(files)).toEqual({ outcome: 'no-layout' });
  });

  it('an error in it is told with its place, and nothing of the theme is shown', () => {
    expect(renderTheme(themeFiles('a', { 'layout/theme.liquid': '\n  {% nimporte %}' }))).toEqual({
      outcome: 'error',
      incident: {
        chemin: 'layout/theme.liquid',
        ligne: 2,
        colonne: 3,
        message: 'la balise {% nimporte %} n’existe pas',
      },
    });
  });
});

describe('rule 3: a section of the layout', () => {
  it('takes its values from current.sections', () => {
    const files = themeFiles('', {
      'layout/theme.liquid': "{% section 'entete' %}|{{ settings.a }}|{{ settings.sections }}",
      'sections/entete.liquid':
        '{{ section.id }} {{ section.settings.titre }}{% for b in section.blocks %} {{ b.id }}:{{ b.settings.x }}{% endfor %}',
      'config/settings_data.json': JSON.stringify({
        current: {
          a: 'A',
          sections: {
            entete: { settings: { titre: 'T' }, blocks: { p: { type: 'k', settings: { x: 1 } } }, block_order: ['p'] },
          },
        },
      }),
    });
    expect(html(files)).toBe('entete T p:1|A|');
  });

  it('sees the site, its menus, the page, the settings, the nonce and the template', () => {
    const files = themeFiles('', {
      'layout/theme.liquid': "{% section 'e' %}",
      'sections/e.liquid':
        '{{ site.nom }} {{ menus.principal[0].url }} {{ page.titre }} {{ page.demande }} {{ nonce }} {{ template }}',
    });
    expect(html(files, { ...REQUEST, page: { ...REQUEST.page, demande: 'merci' } })).toBe(
      'Chez Léa / Accueil merci abc index',
    );
  });
});

it('rule 4: the settings of the theme are the declared defaults under the current values', () => {
  const files = themeFiles('{{ settings.a }} {{ settings.b }} {{ settings.c }}', {
    'config/settings_schema.json': JSON.stringify([
      { name: 'G', settings: [{ type: 'text', id: 'a', default: 'da' }] },
      {
        name: 'H',
        settings: [
          { type: 'text', id: 'b', default: 'db' },
          { type: 'text', id: 'c' },
        ],
      },
    ]),
    'config/settings_data.json': '{"current": {"b": "vb"}}',
  });
  expect(html(files)).toBe('da vb ');
});

it('a theme compiles however long the lists in its configuration are', () => {
  const long = `[${'1,'.repeat(250_000)}1]`;
  const files = themeFiles('{{ settings.a.size }}', {
    'config/settings_schema.json': long,
    'config/settings_data.json': `{"current": {"a": ${long}}}`,
  });
  expect(html(files)).toBe('250001');
});

describe('rule 5: a JSON template', () => {
  it('renders its sections in the order of `order`, and those not declared not at all', () => {
    const files = themeFiles('[{{ section.id }} {{ section.settings.t }}]', {
      ...template({
        sections: { b: { type: 's', settings: { t: 2 } }, a: { type: 's', settings: { t: 1 } }, c: { type: 's' } },
        order: ['a', 'absent', 'b', 'constructor', 3],
      }),
    });
    expect(html(files)).toBe('[a 1][b 2]');
  });

  it('gives blocks in the order of `block_order`, not of their keys', () => {
    const section = '{% for b in section.blocks %}{{ b.type }}={{ b.settings.t }};{% endfor %}';
    const files = themeFiles(section, {
      ...template({
        sections: {
          a: {
            type: 's',
            blocks: { x: { type: 'k', settings: { t: 1 } }, y: { type: 'l' }, z: { type: 'k', settings: { t: 3 } } },
            block_order: ['z', 'absent', 'x', '__proto__'],
          },
        },
        order: ['a'],
      }),
    });
    expect(html(files)).toBe('k=3;k=1;');
  });

  it('is chosen among the names asked for: the first that the theme has', () => {
    const files = themeFiles('{{ template }}', {
      'templates/page.json': template({ sections: { a: { type: 's' } }, order: ['a'] })['templates/index.json'],
    });
    const ask = (...templates: string[]) => renderTheme(files, undefined, { ...REQUEST, templates });
    expect(ask('contact', 'page')).toMatchObject({ outcome: 'page', html: 'page' });
    expect(ask('contact')).toEqual({ outcome: 'no-template' });
    expect(ask('../config/settings_schema', '__proto__')).toEqual({ outcome: 'no-template' });
  });

  it.each(['', '{', '[]', 'null', '{"order": 3}', '{"sections": [], "order": ["0"]}'])('%j counts as empty', (json) => {
    expect(html(themeFiles('a', { 'templates/index.json': json }))).toBe('');
  });
});

describe('rule 6: a section and its schema', () => {
  const schema = {
    name: 'S',
    settings: [{ type: 'text', id: 'titre', label: 'T', default: 'par défaut' }, { type: 'header' }],
    blocks: [{ type: 'k', name: 'K', settings: [{ type: 'text', id: 't', default: 'd' }] }],
    max_blocks: 2,
  };
  const file = (markup: string) => `${markup}{% schema %}${JSON.stringify(schema)}{% endschema %}`;

  it('the schema shows nothing; defaults fill what has no value; a misspelled id is empty', () => {
    const files = themeFiles(file('{{ section.settings.titre }}|{{ section.settings.tittre }}|'));
    expect(html(files)).toBe('par défaut||');
  });

  it('blocks take the defaults of their type, and those beyond max_blocks are dropped', () => {
    const block = (settings?: object) => ({ type: 'k', ...(settings && { settings }) });
    const files = themeFiles(file('{% for b in section.blocks %}{{ b.settings.t }},{% endfor %}'), {
      ...template({
        sections: {
          a: { type: 's', blocks: { x: block(), y: block({ t: 'v' }), z: block() }, block_order: ['x', 'y', 'z'] },
        },
        order: ['a'],
      }),
    });
    expect(html(files)).toBe('d,v,');
  });

  it('a schema that does not parse counts as empty', () => {
    expect(html(themeFiles('a{{ section.settings.titre }}{% schema %}{{% endschema %}'))).toBe('a');
  });
});

describe('rule 7: a snippet', () => {
  it('sees only the values passed to it', () => {
    const seen = ['site', 'page', 'settings', 'section', 'menus', 'nonce', 'template', 'x', 'content_for_layout'];
    const files = themeFiles("{% assign x = 1 %}{% render 'k', a: 2 %}", {
      'snippets/k.liquid': `{{ a }}${seen.map((name) => `{{ ${name} }}`).join('')}`,
    });
    expect(html(files)).toBe('2');
  });

  it('that is missing is an error of the section that renders it', () => {
    expect(renderTheme(themeFiles("a{% render 'absent' %}"))).toMatchObject({
      html: '<!-- section en erreur : s -->',
      incidents: [{ chemin: 'sections/s.liquid', ligne: 1, colonne: 2 }],
    });
  });

  it('that calls itself ends as an error of its section', () => {
    const files = themeFiles("{% render 'k' %}", { 'snippets/k.liquid': "{% render 'k' %}" });
    expect(renderTheme(files)).toMatchObject({ outcome: 'page', html: '<!-- section en erreur : s -->' });
  });

  it('with an error is told by its own file and line', () => {
    const files = themeFiles("{% render 'k' %}", {
      'snippets/k.liquid': "a\n{{ 1 | divided_by: 0 }}{% render 'absent' %}",
    });
    expect(renderTheme(files)).toMatchObject({ incidents: [{ chemin: 'snippets/k.liquid', ligne: 2 }] });
  });
});

describe('rule 8: asset_url', () => {
  it.each([
    ['theme.css', '/theme-assets/t/theme.css'],
    ['assets/theme.css', '/theme-assets/t/assets/theme.css'],
    ['a b"<.css', '/theme-assets/t/a%20b%22%3C.css'],
  ])('%s gives %s', (name, address) => {
    expect(html(themeFiles(`{{ '${name}' | asset_url }}`))).toBe(address);
  });

  it('stylesheet_tag loads it', () => {
    expect(html(themeFiles("{{ 'theme.css' | asset_url | stylesheet_tag }}"))).toBe(
      '<link rel="stylesheet" href="/theme-assets/t/theme.css">',
    );
    expect(html(themeFiles(`{{ '"><script>' | stylesheet_tag }}`))).not.toContain('<script>');
  });
});

describe('rule 9: what fails stays in its section', () => {
  it('an absent variable and an unknown filter are empty or nothing', () => {
    expect(html(themeFiles('[{{ absent.de.tout }}{{ "a" | filtre_inconnu }}]'))).toBe('[a]');
  });

  it('an unknown type gives its comment', () => {
    const files = themeFiles('', { ...template({ sections: { a: { type: 'fantome' } }, order: ['a'] }) });
    expect(html(files)).toBe('<!-- section inconnue : fantome -->');
  });

  it.each([
    '--><script>',
    '-->',
    '--!>',
    '>',
    '\n--\u0000>',
    'constructor',
    '__proto__',
  ])('the type %j cannot leave the comment', (type) => {
    const page = html(themeFiles('', { ...template({ sections: { a: { type } }, order: ['a'] }) }));
    expect(page).toMatch(/^<!-- section inconnue : /);
    expect(page.indexOf('-->')).toBe(page.length - 3);
    expect(page).not.toMatch(/--!>|<script/);
  });

  it('a section that does not parse, or fails while rendering, gives a comment and the page goes on', () => {
    const files = themeFiles('', {
      ...template({
        sections: { a: { type: 'casse' }, b: { type: 'echoue' }, c: { type: 'bon' } },
        order: ['a', 'b', 'c'],
      }),
      'sections/casse.liquid': '\n{% if %}',
      'sections/echoue.liquid': "avant {% render 'absent' %}",
      'sections/bon.liquid': 'bon',
    });
    expect(renderTheme(files)).toEqual({
      outcome: 'page',
      html: '<!-- section en erreur : casse --><!-- section en erreur : echoue -->bon',
      incidents: [
        expect.objectContaining({ chemin: 'sections/casse.liquid', ligne: 2 }),
        expect.objectContaining({ chemin: 'sections/echoue.liquid', ligne: 1 }),
      ],
      readsClock: false,
    });
  });
});

describe('rule 10: filters', () => {
  it.each([
    ["'#336699' | teinte: 16", '#4376a9'],
    ["'#336699' | teinte: -300", '#000000'],
    ["'#fff' | teinte: -1", '#fefefe'],
    ["'rouge' | teinte: 10", 'rouge'],
    ["'#336699' | teinte: 'x'", '#336699'],
    ['nil | teinte: 3', ''],
    ['\'a<b>\n"c"&\' | lignes', 'a&lt;b&gt;<br>&quot;c&quot;&amp;'],
    ['nil | lignes', ''],
    ["'é€😀' | base64_encode", 'w6nigqzwn5iA'],
    ["'a' | base64_encode", 'YQ=='],
    ["'ab' | base64_encode", 'YWI='],
    ["'' | base64_encode", ''],
    ["'w6nigqzwn5iA' | base64_decode", 'é€😀'],
    ["'YQ==' | base64_decode", 'a'],
    ["'??>' | base64_url_safe_encode", 'Pz8-'],
    ["'Pz8-' | base64_url_safe_decode", '??>'],
  ])('%s', (expression, expected) => {
    expect(html(themeFiles(`{{ ${expression} }}`))).toBe(expected);
  });
});

describe('sections inside sections', () => {
  it('stand to a depth of six', () => {
    const files = themeFiles('{{ n }}[{% section "s" %}]');
    const page = html(files);
    expect(page).toBe(`${'['.repeat(6)}<!-- section trop imbriquée : s -->${']'.repeat(6)}`);
  });
});

describe('one render leaves nothing for the next', () => {
  it.each([
    '{% increment n %}{% increment site %}{% increment settings %}',
    '{% decrement n %}',
    '{% assign x = x | append: "a" %}{{ x }}{% assign site = 1 %}',
    '{% capture y %}{{ y }}b{% endcapture %}{{ y }}',
    '{% cycle "a", "b" %}',
    '{% for i in (1..3) %}{% cycle "a", "b" %}{% endfor %}{% ifchanged %}x{% endifchanged %}',
    '{{ section.blocks | push: 1 | size }}{{ menus.principal | concat: menus.principal | size }}{{ menus.principal | sort: "url" | reverse | first | json }}',
  ])('%s', (section) => {
    const theme = loadedTheme(themeFiles(section));
    const first = theme.render(CONTENT, REQUEST);
    expect(first.outcome).toBe('page');
    expect(theme.render(CONTENT, REQUEST)).toEqual(first);
    expect(theme.render(CONTENT, REQUEST)).toEqual(first);
  });
});

describe('a section is rendered anew where its output may have changed', () => {
  const other = { ...REQUEST, page: { ...REQUEST.page, titre: 'Autre', demande: 'merci' as const }, nonce: 'xyz' };
  const snippet = {
    'snippets/k.liquid': '{{ a }}{% style %}b{}{% endstyle %}',
    'snippets/i.liquid': '{{ page.titre }}',
  };

  it.each([
    '{{ page.titre }}',
    '{% if page.demande == "merci" %}merci{% endif %}',
    "{% render 'k', a: page.titre %}",
    "{% render 'k' %}",
    "{% include 'i' %}",
    '{% assign n = "page" %}{{ [n].titre }}',
    '{% style %}a{}{% endstyle %}',
    '{% javascript %}a{% endjavascript %}',
    '{% stylesheet %}a{}{% endstylesheet %}',
    "{% section 't' %}",
    '{{ nonce }}',
  ])('by another request: %s', (section) => {
    const files = themeFiles(section, { ...snippet, 'sections/t.liquid': '{{ page.titre }}' });
    const theme = loadedTheme(files);
    const first = theme.render(CONTENT, REQUEST);
    const second = theme.render(CONTENT, other);
    expect(second).not.toEqual(first);
    expect(second).toEqual(loadedTheme(files).render(CONTENT, other));
  });

  it('by the clock', () => {
    let now = 0;
    const program = new Function(`return ${compileTheme(themeFiles("{{ 'now' | date: '%s' }}"), 't')}`)();
    const theme = loadTheme(program, () => now);
    const first = theme.render(CONTENT, REQUEST);
    now = 5_000;
    expect([first, theme.render(CONTENT, REQUEST)]).toMatchObject([{ html: '0' }, { html: '5' }]);
  });

  it('by other content of the site', () => {
    const theme = loadedTheme(themeFiles('{{ site.nom }}'));
    theme.render(CONTENT, REQUEST);
    const renamed = { ...CONTENT, site: { ...CONTENT.site, nom: 'Chez Zoé' } };
    expect(theme.render(renamed, REQUEST)).toMatchObject({ html: 'Chez Zoé' });
  });

  it('and one that was rendered before costs the page the same', () => {
    const files = themeFiles('{{ (1..1000) | join }}', {
      'layout/theme.liquid': '{{ content_for_layout }}{% for i in (1..n) %}{% endfor %}{{ (1..2000) | join | size }}',
    });
    const needed = [20_000, 22_000, 24_000, 26_000, 28_000, 30_000, 40_000].map((objects) => {
      const theme = loadedTheme(files, { objects });
      return [theme.render(CONTENT, REQUEST).outcome, theme.render(CONTENT, REQUEST).outcome];
    });
    expect(new Set(needed.flat())).toEqual(new Set(['limit', 'page']));
    for (const [first, second] of needed) expect(second).toBe(first);
  });
});

describe('styles and scripts of a file', () => {
  it('stand in the page once, where the file is first used, and pass its security policy', () => {
    const files = themeFiles('{% stylesheet %}a{}{% endstylesheet %}{% javascript %}b(){% endjavascript %}x', {
      ...template({ sections: { a: { type: 's' }, b: { type: 's' } }, order: ['a', 'b'] }),
    });
    expect(html(files)).toBe('<style nonce="abc">a{}</style><script nonce="abc">b()</script>xx');
  });

  it('that are Liquid stand where they are written', () => {
    const files = themeFiles('{% style %}a{color:{{ settings.c }}}{% endstyle %}', {
      'config/settings_data.json': '{"current": {"c": "#fff"}}',
    });
    expect(html(files)).toBe('<style nonce="abc">a{color:#fff}</style>');
  });
});

describe('font filters', () => {
  it.each([
    ["'lora' | font_famille", '"Lora", Georgia, Cambria, "Times New Roman", serif'],
    ["'comic-sans' | font_famille", ''],
    ["'constructor' | font_famille", ''],
    ['nil | font_famille', ''],
    ["'systeme' | font_face", ''],
    ["'comic-sans' | font_face", ''],
  ])('%s', (expression, expected) => expect(html(themeFiles(`{{ ${expression} }}`))).toBe(expected));

  it('load each weight of a family, shown in another font until it is there', () => {
    const rules = html(themeFiles("{{ 'lora' | font_face }}"));
    expect(rules.match(/@font-face\{/g)).toHaveLength(2);
    expect(rules.match(/font-display:swap/g)).toHaveLength(2);
    expect(rules).toContain('font-weight:700');
    expect(html(themeFiles("{{ 'systeme' | font_famille }}"))).toMatch(/^system-ui, .*sans-serif$/);
  });
});
