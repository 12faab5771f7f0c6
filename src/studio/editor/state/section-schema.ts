/** What a section's own schema declares, as far as it can be read while it is being written. Pure. */

import { parseJsonFile } from '../../../../engine/json/commented-json.ts';
import { isWords } from '../../../../engine/language/setting-types.ts';

export interface DeclaredSetting {
  readonly id: string;
  readonly type: string;
  readonly label: string;
}

export interface SectionSchema {
  readonly settings: readonly DeclaredSetting[];
  /** Settings of all its blocks; a setting that several have stands once. */
  readonly blockSettings: readonly DeclaredSetting[];
  readonly blockTypes: readonly string[];
}

const SCHEMA = /\{%-?\s*schema\s*-?%\}([\s\S]*?)\{%-?\s*endschema\s*-?%\}/;

/** @returns null where there is no schema, or none that can be read */
export function schemaIn(text: string): SectionSchema | null {
  const json = SCHEMA.exec(text)?.[1];
  if (json === undefined) return null;
  try {
    const schema = parseJsonFile(json);
    const blocks = listOf(fieldOf(schema, 'blocks'));
    const blockSettings = new Map(
      blocks.flatMap((block) =>
        settingsIn(fieldOf(block, 'settings')).map((setting) => [setting.id, setting] as const),
      ),
    );
    return {
      settings: settingsIn(fieldOf(schema, 'settings')),
      blockSettings: [...blockSettings.values()],
      blockTypes: blocks.map((block) => fieldOf(block, 'type')).filter((type) => typeof type === 'string'),
    };
  } catch {
    return null;
  }
}

/** The settings of a theme, in the groups of `config/settings_schema.json`. */
export function themeSettingsIn(text: string): readonly DeclaredSetting[] {
  try {
    return listOf(parseJsonFile(text)).flatMap((group) => settingsIn(fieldOf(group, 'settings')));
  } catch {
    return [];
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const settingsIn = (value: unknown): readonly DeclaredSetting[] =>
  listOf(value).flatMap((setting) => {
    const [id, type, label] = ['id', 'type', 'label'].map((name) => fieldOf(setting, name));
    return typeof id === 'string' && !isWords(type)
      ? [{ id, type: String(type ?? ''), label: String(label ?? '') }]
      : [];
  });
