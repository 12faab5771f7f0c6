import { describe, expect, it } from 'vitest';
import { html, template, themeFiles } from '../support.ts';

describe('a section and its schema', () => {
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

  it.each([
    [{ presets: [{ name: 'P', settings: { titre: 'du préréglage' }, blocks: [{ type: 'k' }] }] }],
    [{ presets: 'p' }],
    [{ presets: { settings: null } }],
    [{ presets: null, class: 'c', tag: 'div', limit: 1, enabled_on: { templates: ['*'] }, default: { settings: {} } }],
  ])('what a schema says besides changes nothing: %j', (more) => {
    const markup = '{{ section.settings.titre }}{{ section.blocks.size }}';
    const files = themeFiles(`${markup}{% schema %}${JSON.stringify({ ...schema, ...more })}{% endschema %}`);
    expect(html(files)).toBe('par défaut0');
  });

  it.each([
    [0, ''],
    [1.9, 'a'],
    [-1, 'ab'],
    ['1', 'ab'],
    [null, 'ab'],
    [1e300, 'ab'],
  ])('max_blocks %j leaves %j', (max_blocks, expected) => {
    const schema = { blocks: [{ type: 'k' }], max_blocks };
    const placed = { type: 's', blocks: { a: { type: 'k' }, b: { type: 'k' } }, block_order: ['a', 'b'] };
    const markup = '{% for b in section.blocks %}{{ b.id }}{% endfor %}';
    const files = themeFiles(`${markup}{% schema %}${JSON.stringify(schema)}{% endschema %}`, {
      ...template({ sections: { x: placed }, order: ['x'] }),
    });
    expect(html(files)).toBe(expected);
  });
});
