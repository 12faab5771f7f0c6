import type { SettingType } from '../../../../engine/language/setting-types.ts';
import { declaredIn, isScalar, isSettingType, isWords, optionsOf } from '../../../../engine/language/setting-types.ts';
import { isRecord, listOf, ownValue, type Values, wordOf } from './values.ts';

export interface Choice {
  readonly value: string | number | boolean;
  readonly label: string;
  readonly group: string | undefined;
}

/** A setting that a schema declares, as its field needs it. */
export interface Setting {
  readonly kind: 'setting';
  readonly id: string;
  /** `inconnu` for a type that the platform does not have. */
  readonly type: SettingType | 'inconnu';
  readonly declaration: Values;
  readonly label: string;
  readonly info: string | undefined;
  readonly placeholder: string | undefined;
  /** Undefined where the theme declares none. */
  readonly byDefault: unknown;
  readonly choices: readonly Choice[];
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly step: number | undefined;
  readonly unit: string | undefined;
}

/** A heading or a paragraph between settings. */
interface Heading {
  readonly kind: 'heading';
  readonly text: string;
  readonly info: string | undefined;
  readonly isParagraph: boolean;
}

export type SchemaItem = Setting | Heading;

/** A text, or the French one of several. */
function told(value: unknown): string | undefined {
  if (!isRecord(value)) return wordOf(value);
  return wordOf(value.fr) ?? Object.values(value).map(wordOf).find(Boolean);
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

function settingOf(declaration: Values, id: string, byDefault: unknown): Setting {
  return {
    kind: 'setting',
    id,
    type: isSettingType(declaration.type) ? declaration.type : 'inconnu',
    declaration,
    label: told(declaration.label) ?? id,
    info: told(declaration.info),
    placeholder: told(declaration.placeholder),
    byDefault,
    choices: optionsOf(declaration).flatMap(({ value, label, group }) =>
      isScalar(value) ? [{ value, label: told(label) ?? String(value), group: told(group) }] : [],
    ),
    min: numberOf(declaration.min),
    max: numberOf(declaration.max),
    step: numberOf(declaration.step),
    unit: wordOf(declaration.unit),
  };
}

/**
 * The settings of a schema's list. Of a setting that is declared twice the last declaration and the last default count, as on the site;
 * headings and paragraphs keep their places; other items are left out.
 */
export function readSettings(list: unknown): readonly SchemaItem[] {
  const settings = declaredIn(list);
  return listOf(list)
    .filter(isRecord)
    .flatMap(({ id, type, content, label, info }): readonly SchemaItem[] => {
      if (isWords(type)) {
        const text = told(content) ?? told(label);
        return text ? [{ kind: 'heading', text, info: told(info), isParagraph: type === 'paragraph' }] : [];
      }
      const declared = typeof id === 'string' ? settings.get(id) : undefined;
      if (!declared || typeof id !== 'string') return [];
      // Declared twice, it stands in its first place.
      settings.delete(id);
      return [settingOf(declared.declaration, id, declared.byDefault ?? undefined)];
    });
}

export const settingsIn = (items: readonly SchemaItem[]): readonly Setting[] =>
  items.filter((item): item is Setting => item.kind === 'setting');

/** The value that a field shows: the stored one, else the default. */
export const shownValue = (setting: Setting, values: Values): unknown =>
  ownValue(values, setting.id) ?? setting.byDefault;
