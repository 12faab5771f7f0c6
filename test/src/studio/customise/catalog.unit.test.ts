import { describe, expect, it } from 'vitest';
import { SETTINGS_DATA } from '../../../../engine/language/paths.ts';
import { setValue } from '../../../../src/studio/customise/model/json-edit.ts';
import type { PlacedSection } from '../../../../src/studio/customise/model/placed-section.ts';
import { problemOf } from '../../../../src/studio/customise/model/problems.ts';
import { type SchemaItem, settingsIn } from '../../../../src/studio/customise/model/settings.ts';
import { readTemplate, readTheme, SchemaReader } from '../../../../src/studio/customise/model/theme-model.ts';
import { isRecord, type Values } from '../../../../src/studio/customise/model/values.ts';
import { catalogTexts, THEMES } from './themes.ts';

/** Ids that a schema declares, read without the model. */
const idsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap((item) => (isRecord(item) && typeof item.id === 'string' ? [item.id] : [])) : [];

/** Every value beside its setting. */
interface Told extends Pick<PlacedSection, 'place'> {
  readonly items: readonly SchemaItem[];
  readonly values: Values;
}

const toldBy = (sections: readonly PlacedSection[]): readonly Told[] =>
  sections.flatMap((section) => [section, ...section.blocks]);

describe.each(THEMES)('the theme %s of the catalog', (theme) => {
  const texts = catalogTexts(theme);
  const model = readTheme(texts, new SchemaReader());
  const templates = model.templates.flatMap(({ name }) => readTemplate(texts, name, model.types) ?? []);
  const placed = [...model.fixed.before, ...model.fixed.after, ...templates.flatMap(({ sections }) => sections)];

  it('has a field of a known type for every setting that it declares', () => {
    const schema: readonly Values[] = JSON.parse(texts.get('config/settings_schema.json') ?? '');
    expect(model.groups.flatMap(({ items }) => settingsIn(items).map(({ id }) => id))).toEqual(
      schema.flatMap((group) => idsIn(group.settings)),
    );
    let declared = 0;
    for (const [path, source] of texts) {
      const text = /\{%-?\s*schema\s*-?%\}([\s\S]*?)\{%-?\s*endschema/.exec(source)?.[1];
      const type = /^sections\/(.*)\.liquid$/.exec(path)?.[1];
      if (text === undefined || type === undefined) continue;
      const written = JSON.parse(text);
      const read = model.types.get(type);
      expect(read?.isReadable, path).toBe(true);
      expect(
        settingsIn(read?.items ?? []).map(({ id }) => id),
        path,
      ).toEqual(idsIn(written.settings));
      for (const [at, block] of (written.blocks ?? []).entries()) {
        const ids = settingsIn(read?.blocks[at]?.items ?? []).map(({ id }) => id);
        expect(ids, path).toEqual(idsIn(block.settings));
        declared += ids.length;
      }
      expect(read?.maxBlocks, path).toBe(written.max_blocks);
    }
    expect(declared).toBeGreaterThan(10);
    const items = [
      ...model.groups.map((group) => group.items),
      ...[...model.types.values()].flatMap((type) => [type.items, ...type.blocks.map((block) => block.items)]),
    ].flatMap(settingsIn);
    expect(items.filter(({ type }) => type === 'inconnu')).toEqual([]);
  });

  it('shows every stored value with a setting, and finds nothing wrong with it', () => {
    const told: readonly Told[] = [
      {
        items: model.groups.flatMap(({ items }) => items),
        values: model.current,
        place: { file: SETTINGS_DATA, path: ['current'] },
      },
      ...toldBy(placed),
    ];
    const unshown = told.flatMap(({ items, values }) =>
      Object.keys(values).filter((id) => id !== 'sections' && !settingsIn(items).some((setting) => setting.id === id)),
    );
    expect(unshown).toEqual([]);
    const problems = told.flatMap(({ items, values }) =>
      settingsIn(items).flatMap((setting) => problemOf(setting, values[setting.id] ?? setting.byDefault) ?? []),
    );
    expect(problems).toEqual([]);
  });

  it('lists the sections of its pages in their order, with the header before and the footer after', () => {
    for (const { file, sections } of templates) {
      const shown = sections.filter(({ at }) => at !== null).map(({ key }) => key);
      expect(shown, file).toEqual(JSON.parse(texts.get(file) ?? '').order);
      expect(
        sections.every(({ sectionType }) => sectionType?.isReadable),
        file,
      ).toBe(true);
    }
    expect(model.fixed.before.map(({ key }) => key)).toContain('header');
    expect(model.fixed.after.map(({ key }) => key)).toEqual(['footer']);
  });

  it('changes only the characters of a changed value', () => {
    const targets = [
      ...settingsIn(model.groups.flatMap(({ items }) => items)).map(({ id }) => ({
        file: SETTINGS_DATA,
        path: ['current', id],
      })),
      ...toldBy(placed).flatMap(({ place: { file, path }, values }) =>
        Object.keys(values).map((id) => ({ file, path: [...path, 'settings', id] })),
      ),
    ];
    for (const { file, path } of targets) {
      const before = texts.get(file) ?? '';
      const after = setValue(before, path, 'NOUVEAU');
      const [head = '', tail = ''] = after.split('"NOUVEAU"');
      expect(before.startsWith(head) && before.endsWith(tail), `${file} ${path}`).toBe(true);
      expect(after.length - before.length).toBeLessThanOrEqual('"NOUVEAU"'.length);
      expect(path.reduce((value, key) => value[key], JSON.parse(after))).toBe('NOUVEAU');
    }
    expect(targets.length).toBeGreaterThan(50);
  });
});
