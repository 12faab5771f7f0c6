import type { ThemeFiles } from '../types.ts';
import { isRecord, readJson, readJsonObject, recordAt } from './json.ts';
import { settingValue } from './setting-types.ts';

type Values = Readonly<Record<string, unknown>>;

/** Files that hold the settings of the whole theme (rule 4). */
const SCHEMA_FILE = 'config/settings_schema.json';
const DATA_FILE = 'config/settings_data.json';

/**
 * What templates see of settings: for each that is declared a value of its type, and what else there is as it is.
 * @param declared a schema's list of settings; what is none in it counts as absent
 * @param files those of the theme
 */
export function settingsOf(declared: unknown, values: Values, files: ThemeFiles): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const known = declaredSettings(declared);
  for (const [id, { declaration, byDefault }] of known) {
    const value = settingValue(declaration, Object.hasOwn(values, id) ? values[id] : undefined, byDefault, files);
    if (value !== undefined) put(settings, id, value);
  }
  for (const [id, value] of Object.entries(values)) if (!known.has(id)) put(settings, id, value);
  return settings;
}

interface Declared {
  readonly declaration: Values;
  readonly byDefault: unknown;
}

/** By id; of one that is declared twice the last declaration counts, and the last default. */
function declaredSettings(list: unknown): ReadonlyMap<string, Declared> {
  const known = new Map<string, Declared>();
  for (const declaration of Array.isArray(list) ? list : []) {
    if (!isRecord(declaration) || typeof declaration.id !== 'string') continue;
    const { id } = declaration;
    const hasDefault = Object.hasOwn(declaration, 'default');
    known.set(id, { declaration, byDefault: hasDefault ? declaration.default : known.get(id)?.byDefault });
  }
  return known;
}

/** Sets an own property, `__proto__` included. */
function put(settings: Record<string, unknown>, id: string, value: unknown): void {
  Object.defineProperty(settings, id, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * What every section and the layout see as `settings`.
 * @param values those of `currentValues`
 */
export function globalSettings(files: ThemeFiles, values: Values): Values {
  const groups = readJson(files[SCHEMA_FILE]);
  const { sections: _sections, ...current } = values;
  const lists = (Array.isArray(groups) ? groups : []).map((group) => (isRecord(group) ? group.settings : undefined));
  return settingsOf(lists.filter(Array.isArray).flat(), current, files);
}

/**
 * The values of a section that the layout renders itself (rule 3).
 * @param values those of `currentValues`
 */
export const fixedSectionValues = (values: Values, type: string): Values =>
  recordAt(recordAt(values, 'sections'), type);

/** What the owner of the site chose (rule 4). */
export const currentValues = (files: ThemeFiles): Values => recordAt(readJsonObject(files[DATA_FILE]), 'current');
