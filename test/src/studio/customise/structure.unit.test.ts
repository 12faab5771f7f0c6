import { describe, expect, it } from 'vitest';
import { schemaTextOf, sectionsRenderedBy } from '../../../../engine/language/liquid-source.ts';
import { SETTINGS_DATA } from '../../../../engine/language/paths.ts';
import { describePath } from '../../../../src/studio/customise/model/describe-path.ts';
import { setValue } from '../../../../src/studio/customise/model/json-edit.ts';
import { readSectionType } from '../../../../src/studio/customise/model/section-types.ts';
import * as structure from '../../../../src/studio/customise/model/structure.ts';
import { readTemplate, readTheme, SchemaReader } from '../../../../src/studio/customise/model/theme-model.ts';

const schema = (value: object) =>
  `<p>{{ section.settings.titre }}</p>{% schema %}${JSON.stringify(value)}{% endschema %}`;

const INDEX = 'templates/index.json';
const TEXTS: ReadonlyMap<string, string> = new Map([
  [
    'layout/theme.liquid',
    `{% section 'tete' %}{{ content_for_layout }}{%- section "pied" -%}{% comment %}{% section 'non' %}{% endcomment %}`,
  ],
  ['sections/tete.liquid', schema({ name: 'Tête' })],
  ['sections/pied.liquid', schema({ name: 'Pied' })],
  [
    'sections/liste.liquid',
    schema({ name: 'Liste', max_blocks: 2, blocks: [{ type: 'point', name: 'Point', limit: 1 }, { type: 'trait' }] }),
  ],
  [
    'sections/prete.liquid',
    schema({
      name: 'Prête',
      presets: [{ name: 'Une', settings: { a: 1 }, blocks: [{ type: 'x' }] }, { name: 'Deux' }],
    }),
  ],
  ['sections/article.liquid', schema({ name: 'Article' })],
  ['sections/absente.liquid', schema({ name: 'Absente' })],
  ['sections/ailleurs.liquid', schema({ name: 'Ailleurs', disabled_on: { templates: ['index'] } })],
  ['sections/cassee.liquid', '{% schema %}{ "name": {% endschema %}'],
  ['templates/404.json', '{"sections":{"a":{"type":"absente"}},"order":["a"]}'],
  ['templates/article.json', '{"sections":{"a":{"type":"article"}},"order":["a"]}'],
  ['config/settings_schema.json', '[]'],
  [
    INDEX,
    JSON.stringify({
      sections: {
        a: {
          type: 'liste',
          blocks: { un: { type: 'point' }, deux: { type: 'trait' }, trois: { type: 'trait' } },
          block_order: ['deux', 'trois'],
        },
        cachee: { type: 'liste' },
        b: { type: 'inconnue', settings: { garde: true } },
        c: { type: 'cassee', settings: { garde: true } },
      },
      order: ['a', 'fantome', 'b', 'c'],
    }),
  ],
]);

const model = (texts: ReadonlyMap<string, string> = TEXTS) => {
  const theme = readTheme(texts, new SchemaReader());
  const template = readTemplate(texts, 'index', theme.types);
  if (!template) throw new Error('no template');
  return { theme, template };
};
const listing = structure.sectionsOf(INDEX);
const withIndex = (text: string) => new Map(TEXTS).set(INDEX, text);
const keys = (texts: ReadonlyMap<string, string>) => model(texts).template.sections.map(({ key, at }) => [key, at]);

describe('the structure of a page', () => {
  it('lists what is shown in its order, and what is hidden where it was', () => {
    expect(keys(TEXTS)).toEqual([
      ['a', 0],
      ['cachee', null],
      ['b', 2],
      ['c', 3],
    ]);
    const { theme, template } = model();
    expect([theme.fixed.before, theme.fixed.after].map((list) => list.map(({ name }) => name))).toEqual([
      ['Tête'],
      ['Pied'],
    ]);
    const [, , unknown, broken] = template.sections;
    expect([unknown?.sectionType, unknown?.values]).toEqual([undefined, { garde: true }]);
    expect([broken?.sectionType?.isReadable, broken?.values]).toEqual([false, { garde: true }]);
  });

  it('hides, shows, moves, removes and copies a section, and leaves the rest', () => {
    const hidden = withIndex(structure.hide(TEXTS, listing, 'a'));
    expect(keys(hidden)).toEqual([
      ['a', null],
      ['cachee', null],
      ['b', 1],
      ['c', 2],
    ]);
    expect(keys(withIndex(structure.show(hidden, listing, 'a', 0)))).toEqual(keys(TEXTS));
    // The order keeps what stands for no section.
    expect(JSON.parse(structure.move(TEXTS, listing, 0, 3)).order).toEqual(['fantome', 'b', 'c', 'a']);
    expect(JSON.parse(structure.remove(TEXTS, listing, 'a')).sections).not.toHaveProperty('a');
    const copy = structure.duplicate(TEXTS, listing, 'a', 1);
    expect([copy?.key, JSON.parse(copy?.text ?? '').order]).toEqual(['a-2', ['a', 'a-2', 'fantome', 'b', 'c']]);
    // A key that only the order has is taken too.
    expect(structure.add(TEXTS, listing, { base: 'fantome', entry: { type: 'liste' }, at: 0 }).key).toBe('fantome-2');
  });

  it('offers the sections that the page may have, by their presets', () => {
    const { theme, template } = model();
    const fixed = [...theme.fixed.before, ...theme.fixed.after];
    const others = structure.typesOfOthers(TEXTS, theme, 'index');
    const offers = structure.offersFor(template, theme.types, fixed, others);
    expect(offers.map(({ name, entry }) => [name, entry])).toEqual([
      ['Deux', { type: 'prete', settings: {} }],
      [
        'Liste',
        {
          type: 'liste',
          settings: {},
          blocks: { 'point-1': { type: 'point', settings: {} } },
          block_order: ['point-1'],
        },
      ],
      [
        'Une',
        { type: 'prete', settings: { a: 1 }, blocks: { 'x-1': { type: 'x', settings: {} } }, block_order: ['x-1'] },
      ],
    ]);
  });

  it('tells when a section is full, and which blocks are beyond its limit', () => {
    const section = (texts: ReadonlyMap<string, string>) => {
      const [first] = model(texts).template.sections;
      if (!first) throw new Error('no section');
      return first;
    };
    const first = section(TEXTS);
    expect(first.blocks.map(({ key, at }) => [key, at])).toEqual([
      ['un', null],
      ['deux', 0],
      ['trois', 1],
    ]);
    expect(structure.fullReason(first, 'trait')).toContain('2 blocs au plus');
    const blocks = structure.blocksIn(first.place);
    const beyond = withIndex(structure.show(TEXTS, blocks, 'un', 0));
    expect(section(beyond).blocks.map(({ isBeyond }) => isBeyond)).toEqual([false, false, true]);
    const one = withIndex(structure.hide(TEXTS, blocks, 'deux'));
    expect(structure.fullReason(section(one), 'trait')).toBeNull();
    const withPoint = withIndex(structure.hide(withIndex(structure.show(one, blocks, 'un', 0)), blocks, 'trois'));
    expect(structure.fullReason(section(withPoint), 'point')).toContain('1 « Point » au plus');
    expect(structure.fullReason(section(withPoint), 'trait')).toBeNull();
  });

  it('adds blocks to a section that the layout renders', () => {
    const [head] = model().theme.fixed.before;
    if (!head) throw new Error('no header');
    const { text, key } = structure.add(TEXTS, structure.blocksIn(head.place), {
      base: 'lien',
      entry: { type: 'lien', settings: {} },
      at: 0,
    });
    expect([key, JSON.parse(text)]).toEqual([
      'lien',
      { current: { sections: { tete: { blocks: { lien: { type: 'lien', settings: {} } }, block_order: ['lien'] } } } },
    ]);
  });
});

describe('files from elsewhere', () => {
  const disabled = withIndex(
    JSON.stringify({
      sections: {
        a: { type: 'liste', blocks: { un: { type: 'point', disabled: true }, deux: {} }, block_order: ['un', 'deux'] },
        b: { type: 'liste', disabled: true, settings: { t: 1 } },
        c: { type: 'liste' },
      },
      order: ['a', 'b', 'c'],
    }),
  );

  it('what is disabled is hidden at its place, and shown again there', () => {
    expect(keys(disabled)).toEqual([
      ['a', 0],
      ['b', null],
      ['c', 2],
    ]);
    const shown = withIndex(structure.show(disabled, listing, 'b', 1));
    expect(keys(shown).map(([, at]) => at)).toEqual([0, 1, 2]);
    expect(JSON.parse(shown.get(INDEX) ?? '').sections.b).toEqual({ type: 'liste', settings: { t: 1 } });
    // Hidden twice over.
    const gone = withIndex(structure.hide(disabled, listing, 'b'));
    expect(JSON.parse(structure.show(gone, listing, 'b', 2))).toMatchObject({
      sections: { b: { type: 'liste' } },
      order: ['a', 'c', 'b'],
    });
    const copy = structure.duplicate(disabled, listing, 'b', 1);
    expect(JSON.parse(copy?.text ?? '').sections['b-2']).toEqual({ type: 'liste', settings: { t: 1 } });
    expect(JSON.parse(structure.move(disabled, listing, 0, 2)).order).toEqual(['b', 'c', 'a']);
  });

  it('blocks too, which count for no limit', () => {
    const [section] = model(disabled).template.sections;
    if (!section) throw new Error('no section');
    expect(section.blocks.map(({ key, at }) => [key, at])).toEqual([
      ['un', null],
      ['deux', 1],
    ]);
    expect(structure.fullReason(section, 'point')).toBeNull();
  });

  it('and a section that the theme renders itself', () => {
    const texts = new Map(TEXTS).set(SETTINGS_DATA, '{"current":{"sections":{"tete":{"disabled":true}}}}');
    const [head] = model(texts).theme.fixed.before;
    expect(head?.at).toBeNull();
    if (!head) throw new Error('no header');
    expect(JSON.parse(structure.enable(texts, head.place))).toEqual({ current: { sections: { tete: {} } } });
  });

  it('values of the preset that `current` names are read, and changed, where they stand', () => {
    const data = '{"current":"Default","presets":{"Default":{"a":1,"sections":{"pied":{"settings":{"t":2}}}}}}';
    const texts = new Map(TEXTS).set(SETTINGS_DATA, data);
    const { theme } = model(texts);
    const [foot] = theme.fixed.after;
    expect([theme.current.a, theme.currentPath, foot?.values]).toEqual([1, ['presets', 'Default'], { t: 2 }]);
    const changed = setValue(data, [...(foot?.place.path ?? []), 'settings', 't'], 3);
    expect(JSON.parse(changed).presets.Default.sections.pied.settings.t).toBe(3);
    expect(JSON.parse(changed).current).toBe('Default');
    expect(describePath(SETTINGS_DATA, [...(foot?.place.path ?? []), 'settings', 't'], texts, theme)).toBe('Pied › t');
  });

  it('comments and a byte order mark are passed over', () => {
    const written = (json: string) => `\ufeff/* {\n */\n${json.replaceAll('{', '{ // a\n')}`;
    const texts = new Map([...TEXTS].map(([path, text]) => [path, path.endsWith('.json') ? written(text) : text]));
    const { theme, template } = model(texts);
    expect([theme.isReadable, template.isReadable]).toEqual([{ schema: true, data: true }, true]);
    expect(template.sections.map(({ key }) => key)).toEqual(['a', 'cachee', 'b', 'c']);
    for (const text of [
      structure.hide(texts, listing, 'a'),
      structure.remove(texts, listing, 'a'),
      structure.add(texts, listing, { base: 'n', entry: { type: 'liste' }, at: 0 }).text,
      structure.move(texts, listing, 0, 3),
    ]) {
      expect(text.startsWith('\ufeff/* {\n */\n{')).toBe(true);
      expect(readTemplate(withIndex(text), 'index', theme.types)?.isReadable).toBe(true);
    }
  });
});

describe('words between settings', () => {
  it('make a group, too', () => {
    const text = JSON.stringify([
      { name: 'Aide', settings: [{ type: 'paragraph', content: 'Un texte' }] },
      { name: 'theme_info', theme_name: 'X' },
    ]);
    const { groups } = readTheme(new Map(TEXTS).set('config/settings_schema.json', text), new SchemaReader());
    expect(groups.map(({ name, items }) => [name, items.length])).toEqual([['Aide', 1]]);
  });
});

describe('files that are no JSON', () => {
  it.each(['', '{', '[]', '{"a":1,}'])('are told, and read as empty: %s', (text) => {
    const theme = readTheme(new Map(TEXTS).set('config/settings_data.json', text), new SchemaReader());
    expect([theme.isReadable, theme.current]).toEqual([{ schema: true, data: false }, {}]);
    const template = readTemplate(withIndex(text), 'index', theme.types);
    expect([template?.isReadable, template?.sections]).toEqual([false, []]);
  });

  it('are those of settings that a theme does not have, which is no fault', () => {
    expect(model().theme.isReadable).toEqual({ schema: true, data: true });
    expect(readTemplate(TEXTS, 'autre', model().theme.types)).toBeNull();
  });
});

describe('what is read of Liquid text', () => {
  it('is the first schema that is code', () => {
    expect(
      schemaTextOf(
        '{% raw %}{% schema %}non{% endschema %}{% endraw %}{%- schema -%}oui{%- endschema -%}{% schema %}non{% endschema %}',
      ),
    ).toBe('oui');
    expect(schemaTextOf('{% comment %}{% schema %}non{% endschema %}{% endcomment %}')).toBeNull();
    expect(schemaTextOf('{% schema %}{"a":1}')).toBe('{"a":1}');
  });

  it('is which sections it renders, before and after the content', () => {
    expect(sectionsRenderedBy(TEXTS.get('layout/theme.liquid') ?? '')).toEqual([
      { type: 'tete', isBefore: true },
      { type: 'pied', isBefore: false },
    ]);
  });

  it.each(['comment', 'doc', 'javascript', 'raw', 'stylesheet'])('is no section that %s names', (tag) => {
    expect(sectionsRenderedBy(`{% ${tag} %}{% section "a" %}{% end${tag} %}{% section "b" %}`)).toMatchObject([
      { type: 'b' },
    ]);
  });

  it('is a schema in which anything may be wrong', () => {
    const type = readSectionType(
      'mon_type',
      schema({
        settings: [
          null,
          3,
          { id: 4 },
          { type: 'header', content: 'Mots', id: 'mots', info: 'Davantage' },
          { type: 'paragraph', content: { en: 'A text', fr: 'Un texte' } },
          { type: 'paragraph' },
          { id: 'a', default: 1 },
          { id: 'a', label: 'A', type: 'neuf' },
        ],
        blocks: [{}, 'x', { type: 'b', settings: 7 }],
        max_blocks: '3',
        presets: 'x',
      }),
    );
    expect(type).toMatchObject({ name: 'Mon type', maxBlocks: undefined, presets: [], isReadable: true });
    expect(type.blocks.map(({ name, items }) => [name, items])).toEqual([['B', []]]);
    expect(type.items).toMatchObject([
      { kind: 'heading', text: 'Mots', info: 'Davantage', isParagraph: false },
      { kind: 'heading', text: 'Un texte', info: undefined, isParagraph: true },
      { kind: 'setting', id: 'a', label: 'A', type: 'inconnu', byDefault: 1 },
    ]);
  });
});
