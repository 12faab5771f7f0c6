import { describe, expect, it } from 'vitest';
import { html, REQUEST, template, themeFiles } from '../support.ts';

const BOM = '\ufeff';
const HEAD = '/*\n * ------\n * IMPORTANT: "generated" // by the admin, {"order": []}\n * ------\n */\n';

/** Ways in which programs and people write a JSON file that is not JSON. */
const WRITTEN: readonly (readonly [string, (json: string) => string])[] = [
  ['a comment at its head', (json) => HEAD + json],
  ['a comment of a line at its head', (json) => `// a "b\r\n${json}`],
  ['a comment at its end', (json) => `${json}\n// fin`],
  ['comments between all tokens', (json) => json.replace(/[{}[\]:,]/g, (token) => `/*"*/${token}// {\n`)],
  ['a byte order mark', (json) => BOM + json],
  ['a mark before a comment', (json) => BOM + HEAD + json],
];

describe.each(WRITTEN)('a theme whose JSON has %s', (_what, written) => {
  const shown = (files: Record<string, string>) =>
    html(
      themeFiles(
        '{{ section.settings.t }}|{{ settings.nom }}|{{ settings.lien }}',
        Object.fromEntries(Object.entries(files).map(([path, json]) => [path, written(json)])),
      ),
    );

  it('is read as if they were not there', () => {
    const schema = [{ name: 'g', settings: [{ type: 'text', id: 'nom', default: 'a' }] }];
    const files = {
      ...template({ sections: { a: { type: 's', settings: { t: 'un' } } }, order: ['a'] }),
      'config/settings_schema.json': JSON.stringify(schema),
      'config/settings_data.json': '{"current":{"lien":"b"}}',
    };
    expect(shown(files)).toBe('un|a|b');
  });

  it('is read in the schema of a section', () => {
    const schema = written('{"settings":[{"type":"text","id":"t","default":"par défaut"}]}');
    expect(html(themeFiles(`{{ section.settings.t }}{% schema %}${schema}{% endschema %}`))).toBe('par défaut');
  });
});

it('what looks like a comment in a text is text', () => {
  const t = 'https://exemple.fr/* a */ // b \\" /* \\\\';
  const files = themeFiles('{{ section.settings.t }}', {
    'templates/index.json': `/**/{"sections":{"a":{"type":"s","settings":{"t":${JSON.stringify(t)}}}},"order":["a"]}`,
  });
  expect(html(files)).toBe(t);
});

it.each([
  '{/* jamais fermé',
  '/*/ {"order":[]}',
  '# {}',
  '{"sections":{"a":{"ty/**/pe":"s"}},"order":["a"]}',
])('%j counts as empty', (json) => expect(html(themeFiles('a', { 'templates/index.json': json }))).toBe(''));

describe('`disabled`', () => {
  const placed = (section: object) =>
    themeFiles('[{{ section.id }}]', template({ sections: section, order: ['a', 'b'] }));

  it('hides a section, also one whose type is unknown', () => {
    expect(html(placed({ a: { type: 's', disabled: true }, b: { type: 's', disabled: false } }))).toBe('[b]');
    expect(html(placed({ a: { type: 'inconnu', disabled: true }, b: { type: 's', disabled: 'true' } }))).toBe('[b]');
  });

  it('hides a block, which does not count for `max_blocks`', () => {
    const section =
      '{% for b in section.blocks %}{{ b.id }}{% endfor %}{% schema %}{"blocks":[{"type":"k"}],"max_blocks":2}{% endschema %}';
    const blocks = { x: { type: 'k', disabled: true }, y: { type: 'k' }, z: { type: 'k' } };
    const sections = { a: { type: 's', blocks, block_order: ['x', 'y', 'z'] } };
    expect(html(themeFiles(section, template({ sections, order: ['a'] })))).toBe('yz');
  });

  it('hides a section that a file names itself, without a mark', () => {
    const files = themeFiles('s', {
      'layout/theme.liquid': "({% section 't' %}{% section 'u' %}{% section 'v' %}){{ content_for_layout }}",
      'sections/t.liquid': 't',
      'sections/v.liquid': 'v',
      'config/settings_data.json':
        '{"current":{"sections":{"t":{"disabled":true},"u":{"disabled":true},"v":{"disabled":false}}}}',
    });
    expect(html(files)).toBe('(v)s');
    expect(html(files, { ...REQUEST, marks: true })).not.toContain('vitrine:t');
  });
});

describe('`current` may name one of `presets`', () => {
  const shown = (data: string) =>
    html(
      themeFiles("{{ settings.a }}{% section 't' %}", {
        'sections/t.liquid': '{{ section.settings.b }}',
        'config/settings_schema.json': '[{"name":"g","settings":[{"type":"text","id":"a","default":"-"}]}]',
        'config/settings_data.json': data,
      }),
    );
  const values = '{"a":"un","sections":{"t":{"settings":{"b":"deux"}}}}';

  it('whose values count then', () => {
    expect(shown(`{"current":"Default","presets":{"Default":${values}}}`)).toBe('undeux');
    expect(shown(`{"current":"__proto__","presets":{"__proto__":${values}}}`)).toBe('undeux');
  });

  it.each([
    `{"current":"Autre","presets":{"Default":${values}}}`,
    '{"current":"Default"}',
    '{"current":"Default","presets":"Default"}',
    '{"current":"constructor","presets":{}}',
    '{"current":"Default","presets":{"Default":"Default"}}',
  ])('%s has none', (data) => expect(shown(data)).toBe('-'));
});
