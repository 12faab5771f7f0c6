/** Themes made of hostile templates and hostile configuration. */
import fc from 'fast-check';
import type { ThemeFiles } from '../../engine/index.ts';
import { JSON_BODIES, pick, plainValue, SNIPPETS, template, text } from './hostile-templates.ts';

const key = fc.oneof(pick('__proto__', 'constructor', 'toJSON', 'length', 'settings', 'sections'), text);
const jsonText = fc.oneof(
  pick(...JSON_BODIES),
  fc.dictionary(key, fc.oneof(text, plainValue), { maxKeys: 4 }).map((object) => JSON.stringify(object)),
);
/** JSON in which `__proto__` is a key like any other. */
export const object = (entries: readonly (readonly [string, string])[]) =>
  `{${entries.map(([name, of]) => `${JSON.stringify(name)}:${of}`).join(',')}}`;
const settings = fc
  .array(
    fc.tuple(
      key,
      fc.oneof(
        jsonText,
        text.map((of) => JSON.stringify(of)),
      ),
    ),
    { maxLength: 3 },
  )
  .map(object);
const placedSection = fc
  .tuple(key, key, settings)
  .map(
    ([type, blockType, values]) =>
      `{"type":${JSON.stringify(type)},"settings":${values},"block_order":["__proto__","b"],` +
      `"blocks":{"__proto__":{"type":${JSON.stringify(blockType)},"settings":${values}},"b":{"type":"x"}}}`,
  );
const pageTemplate = fc
  .array(fc.tuple(key, placedSection), { maxLength: 3 })
  .map((entries) => `{"sections":${object(entries)},"order":${JSON.stringify(entries.map(([id]) => id))}}`);
const globals = fc
  .tuple(settings, fc.array(fc.tuple(key, placedSection), { maxLength: 2 }))
  .map(([values, sections]) => `{"current":{"sections":${object(sections)},"x":${values},"__proto__":${values}}}`);
export const themeFiles: fc.Arbitrary<ThemeFiles> = fc
  .tuple(
    template(2),
    pageTemplate,
    fc.array(fc.tuple(key, template(2)), { maxLength: 3 }),
    fc.array(fc.tuple(pick(...SNIPPETS), template(1)), { maxLength: 2 }),
    globals,
    fc.oneof(
      jsonText,
      settings.map((of) => `[{"settings":[{"id":"__proto__","default":${of}},{"id":"\`","default":1}]}]`),
    ),
    fc.array(fc.tuple(text, pageTemplate), { maxLength: 1 }),
  )
  .map(([layout, index, sections, partials, current, schema, more]) =>
    Object.fromEntries([
      ['layout/theme.liquid', `{{ content_for_layout }}{{ settings | json }}${layout}`],
      ['templates/index.json', index],
      ...more.map(([path, of]) => [`templates/${path}.json`, of]),
      ...sections.map(([type, of]) => [
        `sections/${type}.liquid`,
        `{{ section | json }}{% schema %}{}{% endschema %}${of}`,
      ]),
      ...partials.map(([path, of]) => [`snippets/${path}.liquid`, of]),
      ['config/settings_data.json', current],
      ['config/settings_schema.json', schema],
    ]),
  );
