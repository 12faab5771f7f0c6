import type { Node } from 'jsonc-parser';
import type { DeclaredSection, DeclaredSetting, DeclaredSettings } from '../document/declared.ts';
import type { ThemeDocuments } from '../document/theme-documents.ts';
import { labelOf, namesIn, sectionText, settingText, valuesOf } from './setting-offers.ts';
import {
  anyKey,
  childOf,
  type KeyOffer,
  keysFrom,
  keysOf,
  LIST,
  OBJECT,
  object,
  oneOf,
  type Shape,
  TEXT,
  TRUTH,
  wordOf,
} from './shape.ts';

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
export function settings(theme: ThemeDocuments, declared: DeclaredSettings | null | undefined): Shape {
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

/** A JSON template. */
export const template = (theme: ThemeDocuments): Shape =>
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

/** `config/settings_data.json`. */
export const settingsData = (theme: ThemeDocuments): Shape =>
  object(keysFrom('data', { current: OBJECT, presets: OBJECT }), {
    current: (self) => ({
      ...themeValues(theme),
      ...(childOf(self, 'current')?.type === 'string' &&
        oneOf(() => keysOf(childOf(self, 'presets')).map((value) => ({ value })), 'key')),
    }),
    presets: () => anyKey(() => themeValues(theme)),
  });
