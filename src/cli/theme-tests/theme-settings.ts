import type { ThemeFiles } from '../../../engine/index.ts';
import { currentPath } from '../../../engine/json/settings-data.ts';
import { recordAt, type Values } from '../../../engine/json/values.ts';
import { SETTINGS_DATA } from '../../../engine/language/paths.ts';
import { jsonObject } from './json-text.ts';

/** The files with other values of the theme's settings; those of its fixed sections stay. */
export function withThemeSettings(files: ThemeFiles, values: Values): ThemeFiles {
  const data = jsonObject(files[SETTINGS_DATA]);
  const path = currentPath(data.current);
  const current = path.reduce(recordAt, data);
  const changed = path.reduceRight<Values>(
    (inner, key, place) => ({ ...path.slice(0, place).reduce(recordAt, data), [key]: inner }),
    { ...current, ...values },
  );
  return { ...files, [SETTINGS_DATA]: JSON.stringify(changed) };
}
