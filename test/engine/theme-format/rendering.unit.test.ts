import { describe, expect, it } from 'vitest';
import { loadTheme } from '../../../engine/index.ts';
import { CONTENT, html, loadedTheme, REQUEST, template, themeFiles } from '../support.ts';

it('a theme compiles however long the lists in its configuration are', () => {
  const long = `[${'1,'.repeat(250_000)}1]`;
  const files = themeFiles('{{ settings.a.size }}', {
    'config/settings_schema.json': long,
    'config/settings_data.json': `{"current": {"a": ${long}}}`,
  });
  expect(html(files)).toBe('250001');
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
    const theme = loadTheme('t', themeFiles("{{ 'now' | date: '%s' }}"), () => now);
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
