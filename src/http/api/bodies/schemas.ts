import type { z } from 'zod';
import * as articles from '../../../contract/articles.ts';
import * as blogs from '../../../contract/blogs.ts';
import * as menus from '../../../contract/menus.ts';
import * as pages from '../../../contract/pages.ts';
import * as settings from '../../../contract/settings.ts';
import * as files from './files.ts';
import * as previews from './previews.ts';
import * as themes from './themes.ts';

/**
 * The schemas of bodies that may be long. The thread that checks those imports this module too and finds each by name, so a
 * schema stands in a module of this folder that is listed here, and imports no more than it needs.
 */
const MODULES: Readonly<Record<string, Readonly<Record<string, z.ZodType>>>> = {
  articles,
  blogs,
  files,
  menus,
  pages,
  previews,
  settings,
  themes,
};

const BY_NAME = new Map<string, z.ZodType>(
  Object.entries(MODULES).flatMap(([module, schemas]) =>
    Object.entries(schemas).map(([name, schema]) => [`${module}.${name}`, schema] as const),
  ),
);
const NAMES = new Map([...BY_NAME].map(([name, schema]) => [schema, name]));

/** @returns undefined for a schema of short bodies only */
export const nameOfSchema = (schema: z.ZodType): string | undefined => NAMES.get(schema);

/** @throws Error when there is no schema of this name */
export function schemaNamed(name: string): z.ZodType {
  const schema = BY_NAME.get(name);
  if (!schema) throw new Error(`no body schema is named ${name}`);
  return schema;
}
