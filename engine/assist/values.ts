import { originOf } from '../document/setting-values.ts';
import { COMPUTED, propertyOf, type ValueType } from '../language/value-types.ts';
import { asCode } from './markdown.ts';
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

/** The types that a value may be of. */
export const typesOf = (type: ValueType): readonly ValueType[] => type.among ?? [type];

/** The properties of a value; of a property that several of its types have the first one. */
export function membersOf(type: ValueType): Member[] {
  const members = new Map<string, Member>();
  for (const one of typesOf(type)) {
    if (one.kind === 'any') continue;
    for (const name of [...Object.keys(one.fields ?? {}), ...(one.kind === 'settings' ? [] : COMPUTED)]) {
      const own = propertyOf(one, name);
      if (own && !members.has(name)) members.set(name, memberOf(one, name, own));
    }
  }
  return [...members.values()];
}

function memberOf(owner: ValueType, name: string, type: ValueType): Member {
  const setting = originOf(owner)?.declared.get(name);
  if (!setting)
    return {
      name,
      type,
      detail: typeWords(type),
      says: propertyWords(owner, name),
      isSetting: owner.kind === 'settings',
    };
  const detail = [setting.type, labelOf(setting)].filter(Boolean).join(' · ');
  return { name, type, detail, says: settingText(setting), isSetting: true };
}

/** What people read of a property, in Markdown. */
export const memberText = (owner: string, { name, type, says, isSetting }: Member): string =>
  isSetting && says ? says : `${asCode(`${owner}.${name}`)} : ${typeWords(type)}${says ? `\n\n${says}` : ''}`;
