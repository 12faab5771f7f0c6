import { describe, expect, it } from 'vitest';
import { html, renderTheme, themeFiles } from '../support.ts';

describe('a snippet', () => {
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

  it('whose name has a carriage return is told so that one sees it', () => {
    expect(renderTheme(themeFiles("{% render 'a\rb' %}"))).toMatchObject({
      incidents: [{ message: 'le snippet « a␍b » n’existe pas' }],
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
