/** What a section's own schema declares, as far as it can be read while it is being written. Pure. */

import { readSettings, type Setting, settingsIn } from '../../customise/model/settings.ts';
import { isRecord, listOf, readJson } from '../../customise/model/values.ts';

export interface SectionSchema {
  readonly settings: readonly Setting[];
  /** Settings of all its blocks; a setting that several have stands once. */
  readonly blockSettings: readonly Setting[];
}

const SCHEMA = /\{%-?\s*schema\s*-?%\}([\s\S]*?)\{%-?\s*endschema\s*-?%\}/;

/** @returns null where there is no schema, or none that can be read */
export function schemaIn(text: string): SectionSchema | null {
  const schema = readJson(SCHEMA.exec(text)?.[1]);
  if (!isRecord(schema)) return null;
  const blocks = listOf(schema.blocks).filter(isRecord);
  const ofBlocks = blocks.flatMap(({ settings }) =>
    settingsOf(settings).map((setting) => [setting.id, setting] as const),
  );
  return {
    settings: settingsOf(schema.settings),
    blockSettings: [...new Map(ofBlocks).values()],
  };
}

/** The settings of a theme, in the groups of `config/settings_schema.json`. */
export const themeSettingsIn = (text: string): readonly Setting[] =>
  listOf(readJson(text)).flatMap((group) => (isRecord(group) ? settingsOf(group.settings) : []));

const settingsOf = (list: unknown): readonly Setting[] => settingsIn(readSettings(list));
