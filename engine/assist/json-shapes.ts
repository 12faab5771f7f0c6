import { getNodeValue, type Node } from 'jsonc-parser';
import type { DeclaredSection, DeclaredSetting, DeclaredSettings } from '../document/declared.ts';
import { type JsonValue, jsonTree } from '../document/json-tree.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import { SETTINGS_DATA, SETTINGS_SCHEMA, templateNameOf } from '../language/paths.ts';
import { SETTING_TYPES } from '../language/setting-types.ts';
import { KEY_WORDS, type KeyOwner, SETTING_TYPE_WORDS } from '../language/words/settings.ts';
import { labelOf, namesIn, sectionText, settingText, type ValueOffer, valuesOf } from './setting-offers.ts';
import type { CompletionKind } from './types.ts';

/** A key that may stand in an object. */
export interface KeyOffer {
  readonly key: string;
  readonly kind: Extract<CompletionKind, 'key' | 'setting' | 'file'>;
  readonly detail?: string;
  /** Markdown. */
  readonly says?: string;
  /** Its value to begin with, as JSON; `|` is where the cursor then stands. */
  readonly begins: string;
}

export interface OfferedValue extends ValueOffer {
  readonly kind: 'value' | 'file' | 'key';
  /** Markdown. */
  readonly says?: string;
}

/** What may stand at a place of JSON: the keys of an object, or values. */
export interface Shape {
  readonly keys?: () => readonly KeyOffer[];
  readonly values?: () => readonly OfferedValue[];
  /** What may stand under a key, or in a list at a position. @param node what stands at this shape's own place */
  readonly at?: (step: string | number, node: Node | undefined) => Shape | undefined;
}

/** The value of a key in an object that may be broken. */
export function childOf(node: Node | undefined, key: string | number): Node | undefined {
  if (typeof key === 'number') return node?.type === 'array' ? node.children?.[key] : undefined;
  const entry =
    node?.type === 'object' ? node.children?.findLast(({ children }) => children?.[0]?.value === key) : undefined;
  return entry?.children?.[1];
}

const wordOf = (node: Node | undefined): string | undefined => (node?.type === 'string' ? node.value : undefined);

/** Keys of an object. */
export const keysOf = (node: Node | undefined): readonly string[] =>
  node?.type === 'object' ? (node.children ?? []).flatMap(({ children }) => wordOf(children?.[0]) ?? []) : [];

const TEXT = '"|"';
const LIST = '[|]';
const OBJECT = '{|}';

const keysFrom = (owner: KeyOwner, begins: Readonly<Record<string, string>>): readonly KeyOffer[] =>
  Object.entries(KEY_WORDS[owner]).flatMap(([key, says]) =>
    begins[key] === undefined ? [] : [{ key, kind: 'key' as const, says, begins: begins[key] }],
  );

/** An object of known keys. */
const object = (
  keys: readonly KeyOffer[],
  under: Readonly<Record<string, (node: Node | undefined) => Shape>> = {},
): Shape => ({
  keys: () => keys,
  at: (step, node) => (Object.hasOwn(under, step) ? under[step]?.(node) : undefined),
});

const listOf = (item: (node: Node | undefined) => Shape): Shape => ({
  at: (step, node) => (typeof step === 'number' ? item(childOf(node, step)) : undefined),
});

const anyKey = (shape: (node: Node | undefined) => Shape): Shape => ({
  at: (step, node) => shape(childOf(node, step)),
});

const oneOf = (values: () => readonly ValueOffer[], kind: OfferedValue['kind'] = 'value'): Shape => ({
  values: () => values().map((offer) => ({ ...offer, kind })),
});

const TRUTH = oneOf(() => [{ value: true }, { value: false }]);

/** Keys that an order may name and does not yet. @param named the node of the object whose keys they are */
const orderOf = (named: Node | undefined): Shape => ({
  at: (_step, node) =>
    oneOf(() => {
      const present = new Set((node?.children ?? []).map(wordOf));
      return keysOf(named)
        .filter((key) => !present.has(key))
        .map((value) => ({ value, detail: wordOf(childOf(childOf(named, value), 'type')) ?? '' }));
    }, 'key'),
});

/** Settings by id, with values. */
function settings(theme: ThemeDocuments, declared: DeclaredSettings | null | undefined): Shape {
  return {
    keys: () => [...(declared?.values() ?? [])].map(settingKey),
    at: (step) => {
      const setting = declared?.get(String(step));
      return setting && settingValue(theme, setting);
    },
  };
}

function settingKey(setting: DeclaredSetting): KeyOffer {
  const { id, type } = setting;
  const label = labelOf(setting);
  const detail = [type, label].filter(Boolean).join(' · ');
  return {
    key: id,
    kind: 'setting',
    ...(detail && { detail }),
    says: settingText(setting),
    begins: beginningOf(setting),
  };
}

/** A value to begin with: none where there is something to be chosen. */
function beginningOf({ type = '' }: DeclaredSetting): string {
  if (type === 'checkbox' || type === 'number' || type === 'range') return '|';
  return TEXT;
}

function settingValue(theme: ThemeDocuments, setting: DeclaredSetting): Shape {
  const image = setting.type === 'image_picker';
  return {
    values: () => valuesOf(theme, setting).map((offer) => ({ ...offer, kind: image ? 'file' : 'value' })),
    ...(image && object(keysFrom('image', { src: TEXT, alt: TEXT, width: '|', height: '|' }))),
  };
}

const sectionNames = (theme: ThemeDocuments) =>
  namesIn(theme, 'sections', '.liquid').map((name) => ({ name, says: sectionText(theme, name) ?? '' }));

const sectionTypes = (theme: ThemeDocuments): Shape => ({
  values: () => sectionNames(theme).map(({ name, says }) => ({ value: name, kind: 'file', says })),
});

/** A section that a template or the layout places. @param type where the place tells it itself */
function placed(theme: ThemeDocuments, node: Node | undefined, type?: string): Shape {
  const ownType = type ?? wordOf(childOf(node, 'type'));
  const declared = ownType === undefined ? null : theme.section(ownType);
  const begins = { settings: OBJECT, blocks: OBJECT, block_order: LIST, disabled: '|' };
  return object(keysFrom('placed', type === undefined ? { type: TEXT, ...begins } : begins), {
    type: () => sectionTypes(theme),
    settings: () => settings(theme, declared?.settings),
    blocks: () => anyKey((block) => placedBlock(theme, declared, block)),
    block_order: (self) => orderOf(childOf(self, 'blocks')),
    disabled: () => TRUTH,
  });
}

function placedBlock(theme: ThemeDocuments, declared: DeclaredSection | null, node: Node | undefined): Shape {
  const type = wordOf(childOf(node, 'type'));
  return object(keysFrom('placedBlock', { type: TEXT, settings: OBJECT, disabled: '|' }), {
    type: () => oneOf(() => [...(declared?.blocks.keys() ?? [])].map((value) => ({ value }))),
    settings: () => settings(theme, declared?.blocks.get(type ?? '')),
    disabled: () => TRUTH,
  });
}

const template = (theme: ThemeDocuments): Shape =>
  object(keysFrom('template', { sections: OBJECT, order: LIST }), {
    sections: () => anyKey((node) => placed(theme, node)),
    order: (self) => orderOf(childOf(self, 'sections')),
  });

/** Values of the settings of the theme, and of the sections that tags name. */
function themeValues(theme: ThemeDocuments): Shape {
  const own = settings(theme, theme.globals());
  return {
    keys: () => [...keysFrom('current', { sections: OBJECT }), ...(own.keys?.() ?? [])],
    at: (step, node) => (step === 'sections' ? valuesOfSections(theme) : own.at?.(step, node)),
  };
}

const valuesOfSections = (theme: ThemeDocuments): Shape => ({
  keys: () => sectionNames(theme).map(({ name, says }) => ({ key: name, kind: 'file', says, begins: OBJECT })),
  at: (step, node) => placed(theme, childOf(node, step), String(step)),
});

const settingsData = (theme: ThemeDocuments): Shape =>
  object(keysFrom('data', { current: OBJECT, presets: OBJECT }), {
    current: (self) => ({
      ...themeValues(theme),
      ...(childOf(self, 'current')?.type === 'string' &&
        oneOf(() => keysOf(childOf(self, 'presets')).map((value) => ({ value })), 'key')),
    }),
    presets: () => anyKey(() => themeValues(theme)),
  });

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

const settingsSchema = (theme: ThemeDocuments): Shape =>
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

/** What may stand in a JSON file of a theme; undefined for a file that has no form. */
export function shapeOf(theme: ThemeDocuments, path: string): Shape | undefined {
  if (path === SETTINGS_DATA) return settingsData(theme);
  if (path === SETTINGS_SCHEMA) return settingsSchema(theme);
  return templateNameOf(path) === undefined ? undefined : template(theme);
}
