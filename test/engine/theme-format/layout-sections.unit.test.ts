import { describe, expect, it } from 'vitest';
import { html, REQUEST, themeFiles } from '../support.ts';

describe('a section of the layout', () => {
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

describe('sections inside sections', () => {
  it('stand to a depth of six', () => {
    const files = themeFiles('{{ n }}[{% section "s" %}]');
    const page = html(files);
    expect(page).toBe(`${'['.repeat(6)}<!-- section trop imbriquée : s -->${']'.repeat(6)}`);
  });
});
