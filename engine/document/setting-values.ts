import { itemsOf, scalarOf, valueAt } from '../json/json-tree.ts';
import { OF_SETTING_TYPE } from '../language/objects.ts';
import { isSettingType } from '../language/setting-types.ts';
import { ANY, type Fields, type ValueType } from '../language/value-types.ts';
import type { DeclaredSetting, DeclaredSettings } from './declared.ts';

/** Where settings are declared. */
export interface SettingsOrigin {
  /** The section, itself or that of the block; empty for those of the theme. */
  readonly section: string;
  readonly declared: DeclaredSettings;
}

const origins = new WeakMap<Fields, SettingsOrigin>();

/** Where the settings of a type are declared; undefined where nothing can be said. */
export const originOf = ({ fields }: ValueType): SettingsOrigin | undefined => fields && origins.get(fields);

/**
 * The type of settings: a property for each that is declared, and for each that has a value all the same.
 * @param given the ids that have a value
 * @param section the section that declares them, itself or for its blocks
 */
export function settingsType(
  owner: NonNullable<ValueType['owner']>,
  declared: DeclaredSettings,
  given: Iterable<string>,
  section = '',
): ValueType {
  const fields: Fields = Object.fromEntries([
    ...Array.from(given, (id) => [id, ANY] as const),
    ...Array.from(declared, ([id, setting]) => [id, valueType(setting)] as const),
  ]);
  origins.set(fields, { section, declared });
  return { kind: 'settings', owner, fields };
}

/** A type of block, told apart by its `type`. */
export const blockType = (type: ValueType, settings: ValueType): ValueType => ({
  kind: 'object',
  fields: { id: { kind: 'text' }, type, settings },
});

function valueType({ type, declaration }: DeclaredSetting): ValueType {
  if (!isSettingType(type)) return ANY;
  const given = OF_SETTING_TYPE[type];
  if (given.kind !== 'choice') return given;
  const values = itemsOf(valueAt(declaration, 'options')).map((option) => scalarOf(valueAt(option, 'value') ?? option));
  const isRead = values.length > 0 && values.every((value) => typeof value === 'string');
  return isRead ? { ...given, values } : given;
}
