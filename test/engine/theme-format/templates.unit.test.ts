import { describe, expect, it } from 'vitest';
import { html, REQUEST, renderTheme, template, themeFiles } from '../support.ts';

describe('a JSON template', () => {
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
