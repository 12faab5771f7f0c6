import { expect, it } from 'vitest';
import { diagnose } from '../../../engine/index.ts';
import { html, template, themeFiles } from '../support.ts';

const schema = JSON.stringify({
  name: 'Générée',
  settings: [{ type: 'text', id: 't', label: 'T', default: 'd' }],
  blocks: [{ type: 'k', name: 'K', settings: [{ type: 'number', id: 'n', label: 'N' }] }],
  max_blocks: 1,
});

it('a section stored as sections/genere-<name>.liquid is a section like any other', () => {
  const files = themeFiles('', {
    'sections/genere-avis-2.liquid': `{{ section.type }} {{ section.settings.t }}{% for b in section.blocks %} {{ b.settings.n | plus: 1 }}{% endfor %};{% schema %}${schema}{% endschema %}`,
    'layout/theme.liquid': '{{ content_for_layout }}{% section "genere-avis-2" %}',
    'config/settings_data.json': '{"current":{"sections":{"genere-avis-2":{"settings":{"t":"fixe"}}}}}',
    ...template({
      sections: {
        a: {
          type: 'genere-avis-2',
          settings: { t: 'v' },
          blocks: { x: { type: 'k', settings: { n: '4' } }, y: { type: 'k' } },
          block_order: ['x', 'y'],
        },
        b: { type: 'genere-absente' },
      },
      order: ['a', 'b'],
    }),
  });
  expect(html(files)).toBe('genere-avis-2 v 5;<!-- section inconnue : genere-absente -->genere-avis-2 fixe;');
  expect(diagnose(files).map(({ code }) => code)).toEqual(
    expect.arrayContaining(['section_inconnue', 'trop_de_blocs']),
  );
});
