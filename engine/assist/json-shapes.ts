import type { ThemeDocuments } from '../document/theme-documents.ts';
import { SETTINGS_DATA, SETTINGS_SCHEMA, templateNameOf } from '../language/paths.ts';
import { settingsSchema } from './schema-shapes.ts';
import type { Shape } from './shape.ts';
import { settingsData, template } from './value-shapes.ts';

/** What may stand in a JSON file of a theme; undefined for a file that has no form. */
export function shapeOf(theme: ThemeDocuments, path: string): Shape | undefined {
  if (path === SETTINGS_DATA) return settingsData(theme);
  if (path === SETTINGS_SCHEMA) return settingsSchema(theme);
  return templateNameOf(path) === undefined ? undefined : template(theme);
}
