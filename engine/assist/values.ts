import type { DeclaredSetting, DeclaredSettings } from '../diagnose/declared.ts';
import { OF_SETTING_TYPE } from '../language/objects.ts';
import { nameOf, roleOf } from '../language/paths.ts';
import { isSettingType } from '../language/setting-types.ts';
import { ANY, COMPUTED, propertyOf, type ValueType, wordsOf } from '../language/value-types.ts';
import type { DeclaringTheme } from './json-shapes.ts';
import { labelOf, settingText } from './setting-offers.ts';
import { propertyWords, typeWords } from './vocabulary-words.ts';

/** A property that a value has. */
export interface Member {
  readonly name: string;
  readonly type: ValueType;
  /** A few words. */
  readonly detail: string;
  /** Markdown. */
  readonly says: string | undefined;
  readonly isSetting: boolean;
}

/** Whose settings a file reads. */
export interface SettingsReader {
  readonly theme: DeclaringTheme;
  /** Types of the sections whose settings the file sees. */
  readonly sections: readonly string[];
  /** The only types of blocks that the place is for; undefined for all of them. */
  readonly blocks?: readonly string[] | undefined;
}

/** Whose settings a file sees at least. */
export const readerOf = (theme: DeclaringTheme, path: string): SettingsReader => ({
  theme,
  sections: roleOf(path) === 'section' ? [nameOf(path)] : [],
});

/** The settings that a value of kind `settings` has; of an id that stands in several blocks the first one. */
export function settingsOf({ owner }: ValueType, { theme, sections, blocks }: SettingsReader): DeclaredSettings {
  if (owner === 'theme') return theme.globals() ?? new Map();
  const found = new Map<string, DeclaredSetting>();
  for (const type of sections) {
    const declared = theme.section(type);
    const lists = owner === 'section' ? [declared?.settings] : blockSettings(declared?.blocks, blocks);
    for (const list of lists) for (const [id, setting] of list ?? []) if (!found.has(id)) found.set(id, setting);
  }
  return found;
}

const blockSettings = (
  declared: ReadonlyMap<string, DeclaredSettings> | undefined,
  only: readonly string[] | undefined,
): readonly DeclaredSettings[] =>
  [...(declared ?? [])].filter(([type]) => only?.includes(type) ?? true).map(([, settings]) => settings);

/** The type of what templates get for a setting. */
export const typeOfSetting = ({ type }: DeclaredSetting): ValueType =>
  isSettingType(type) ? OF_SETTING_TYPE[type] : ANY;

/** The type of a property, that of settings as their schema declares them; undefined for one that is surely not there. */
export function memberType(type: ValueType, name: string, reader: SettingsReader): ValueType | undefined {
  if (type.kind !== 'settings') return propertyOf(type, name);
  const setting = settingsOf(type, reader).get(name);
  return setting && typeOfSetting(setting);
}

/** The type at the end of a path. @param path properties; null for one that is computed */
export function typeAt(
  root: ValueType | undefined,
  path: readonly (string | null)[],
  reader: SettingsReader,
): ValueType {
  let type = root ?? ANY;
  for (const name of path) type = (name === null ? type.of : memberType(type, name, reader)) ?? ANY;
  return type;
}

/** The properties of a value. */
export function membersOf(type: ValueType, reader: SettingsReader): Member[] {
  if (type.kind === 'settings') {
    return [...settingsOf(type, reader).values()].map((setting) => ({
      name: setting.id,
      type: typeOfSetting(setting),
      detail: [setting.type, labelOf(setting)].filter(Boolean).join(' · '),
      says: settingText(setting),
      isSetting: true,
    }));
  }
  const names = new Set([...Object.keys(type.fields ?? {}), ...COMPUTED]);
  return [...names].flatMap((name) => {
    const own = type.kind === 'any' ? undefined : propertyOf(type, name);
    return own ? [{ name, type: own, detail: wordsOf(own), says: propertyWords(type, name), isSetting: false }] : [];
  });
}

/** What people read of a property, in Markdown. */
export const memberText = (owner: string, { name, type, says, isSetting }: Member): string =>
  isSetting && says ? says : `**${owner}.${name}** : ${typeWords(type)}${says ? `\n\n${says}` : ''}`;
