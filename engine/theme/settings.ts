import type { ThemeFiles } from '../types.ts';
import { isRecord, readJson, readJsonObject, recordAt } from './json.ts';

type Values = Readonly<Record<string, unknown>>;

/** Files that hold the settings of the whole theme (rule 4). */
const SCHEMA_FILE = 'config/settings_schema.json';
const DATA_FILE = 'config/settings_data.json';

/** The defaults that a list of declared settings gives, by id. */
export function defaultsOf(declared: unknown): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const setting of Array.isArray(declared) ? declared : []) {
    if (!isRecord(setting) || typeof setting.id !== 'string' || !Object.hasOwn(setting, 'default')) continue;
    layOver(defaults, { [setting.id]: setting.default });
  }
  return defaults;
}

/**
 * What every section and the layout see as `settings`: declared defaults under the current values.
 * @param values those of `currentValues`
 */
export function globalSettings(files: ThemeFiles, values: Values): Values {
  const groups = readJson(files[SCHEMA_FILE]);
  const { sections: _sections, ...current } = values;
  const settings: Record<string, unknown> = {};
  for (const group of Array.isArray(groups) ? groups : []) {
    if (isRecord(group)) layOver(settings, defaultsOf(group.settings));
  }
  layOver(settings, current);
  return settings;
}

/** Sets own properties, `__proto__` included. */
function layOver(values: Record<string, unknown>, more: Values): void {
  for (const [key, value] of Object.entries(more)) {
    Object.defineProperty(values, key, { value, enumerable: true, configurable: true, writable: true });
  }
}

/**
 * The values of a section that the layout renders itself (rule 3).
 * @param values those of `currentValues`
 */
export const fixedSectionValues = (values: Values, type: string): Values =>
  recordAt(recordAt(values, 'sections'), type);

/** What the owner of the site chose (rule 4). */
export const currentValues = (files: ThemeFiles): Values => recordAt(readJsonObject(files[DATA_FILE]), 'current');
