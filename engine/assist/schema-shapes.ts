import { getNodeValue, type Node } from 'jsonc-parser';
import type { DeclaredSetting, DeclaredSettings } from '../document/declared.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import { type JsonValue, jsonTree } from '../json/json-tree.ts';
import { SETTING_TYPES } from '../language/setting-types.ts';
import { SETTING_TYPE_WORDS } from '../language/words/settings.ts';
import { namesIn, valuesOf } from './setting-offers.ts';
import {
  anyKey,
  childOf,
  type KeyOffer,
  keysFrom,
  LIST,
  listOf,
  OBJECT,
  type OfferedValue,
  object,
  oneOf,
  type Shape,
  TEXT,
  wordOf,
} from './shape.ts';
import { settings } from './value-shapes.ts';

const BEGINNINGS_OF_SETTING = {
  ...{ type: TEXT, id: TEXT, label: TEXT, default: '|', info: TEXT, placeholder: TEXT, options: LIST },
  ...{ min: '|', max: '|', step: '|', unit: TEXT, content: TEXT },
};

/** Keys that only settings of these types have. */
const ONLY_FOR: Readonly<Record<string, readonly string[]>> = {
  placeholder: ['text', 'textarea', 'richtext', 'number', 'url', 'video_url'],
  options: ['select', 'radio'],
  min: ['range', 'number'],
  max: ['range', 'number'],
  step: ['range', 'number'],
  unit: ['range', 'number'],
  content: ['header', 'paragraph'],
};
/** Keys that words between settings do not have. */
const OF_VALUES: ReadonlySet<string> = new Set(['id', 'label', 'default']);

/** A setting of a schema, or words between settings. */
function setting(theme: ThemeDocuments, node: Node | undefined): Shape {
  const type = wordOf(childOf(node, 'type'));
  const areWords = type === 'header' || type === 'paragraph';
  const fits = ({ key }: KeyOffer) => {
    const only = ONLY_FOR[key];
    return type === undefined
      ? only === undefined
      : areWords
        ? !OF_VALUES.has(key) && (only?.includes(type) ?? true)
        : (only?.includes(type) ?? true);
  };
  return object(keysFrom('setting', BEGINNINGS_OF_SETTING).filter(fits), {
    type: () => ({
      values: () => [...SETTING_TYPES.keys(), 'header', 'paragraph'].map((value) => typeOffer(value)),
    }),
    default: () => oneOf(() => valuesOf(theme, { type, declaration: declarationOf(node) })),
    options: () => listOf(() => object(keysFrom('option', { value: TEXT, label: TEXT, group: TEXT }))),
  });
}

const typeOffer = (value: string): OfferedValue => {
  const says = SETTING_TYPE_WORDS[value];
  return { value, kind: 'value', ...(says !== undefined && { says }) };
};

/** What stands at a node, for who reads declarations. */
const declarationOf = (node: Node | undefined): JsonValue =>
  jsonTree(JSON.stringify(node ? (getNodeValue(node) ?? null) : null), 0) ?? NOTHING;

const NOTHING: JsonValue = { kind: 'scalar', offset: 0, end: 0, value: null };

const settingsList = (theme: ThemeDocuments): Shape => listOf((node) => setting(theme, node));

/** `config/settings_schema.json`. */
export const settingsSchema = (theme: ThemeDocuments): Shape =>
  listOf(() => object(keysFrom('group', { name: TEXT, settings: LIST }), { settings: () => settingsList(theme) }));

const templateNames = (theme: ThemeDocuments): Shape =>
  object(keysFrom('where', { templates: LIST }), {
    templates: () =>
      listOf(() => oneOf(() => ['*', ...namesIn(theme, 'templates', '.json')].map((value) => ({ value })))),
  });

/** What may stand in the schema of a section. @param root what stands there */
export function shapeOfSchema(theme: ThemeDocuments, root: Node | undefined): Shape {
  const begins = {
    name: TEXT,
    settings: LIST,
    blocks: LIST,
    max_blocks: '|',
    presets: LIST,
    enabled_on: OBJECT,
    disabled_on: OBJECT,
  };
  return object(keysFrom('schema', begins), {
    settings: () => settingsList(theme),
    blocks: () =>
      listOf(() =>
        object(keysFrom('block', { type: TEXT, name: TEXT, settings: LIST, limit: '|' }), {
          settings: () => settingsList(theme),
        }),
      ),
    presets: () => listOf(() => preset(theme, root)),
    enabled_on: () => templateNames(theme),
    disabled_on: () => templateNames(theme),
  });
}

/** The settings that a list in a text declares, which may be broken around it. */
function declaredBy(list: Node | undefined): DeclaredSettings {
  const declared = new Map<string, DeclaredSetting>();
  for (const node of list?.children ?? []) {
    const [id, type] = [wordOf(childOf(node, 'id')), wordOf(childOf(node, 'type'))];
    if (id !== undefined) declared.set(id, { id, type, declaration: declarationOf(node) });
  }
  return declared;
}

function preset(theme: ThemeDocuments, root: Node | undefined): Shape {
  const types = childOf(root, 'blocks')?.children ?? [];
  const block = (node: Node | undefined): Shape => {
    const type = wordOf(childOf(node, 'type'));
    const own = types.find((one) => wordOf(childOf(one, 'type')) === type);
    return object(keysFrom('placedBlock', { type: TEXT, settings: OBJECT }), {
      type: () => oneOf(() => types.flatMap((one) => wordOf(childOf(one, 'type')) ?? []).map((value) => ({ value }))),
      settings: () => settings(theme, declaredBy(childOf(own, 'settings'))),
    });
  };
  return object(keysFrom('preset', { name: TEXT, settings: OBJECT, blocks: LIST }), {
    settings: () => settings(theme, declaredBy(childOf(root, 'settings'))),
    blocks: () => anyKey(block),
  });
}
