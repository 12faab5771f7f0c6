import { z } from 'zod';
import * as articles from '../../../contract/articles.ts';
import * as blogs from '../../../contract/blogs.ts';
import * as files from '../../../contract/files.ts';
import * as menus from '../../../contract/menus.ts';
import * as pages from '../../../contract/pages.ts';
import * as previews from '../../../contract/previews.ts';
import * as redirects from '../../../contract/redirects.ts';
import * as settings from '../../../contract/settings.ts';
import * as store from '../../../contract/store.ts';
import * as themes from '../../../contract/themes.ts';

/**
 * The schemas of bodies that may be long, by name. The thread that checks such bodies imports this module too, so the modules of the schemas
 * import no more than they need.
 */
const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  articles,
  blogs,
  files,
  menus,
  pages,
  previews,
  redirects,
  settings,
  store,
  themes,
};

const BY_NAME = new Map<string, z.ZodType>(
  Object.entries(MODULES).flatMap(([module, schemas]) =>
    Object.entries(schemas).flatMap(([name, schema]) =>
      schema instanceof z.ZodType ? [[`${module}.${name}`, schema] as const] : [],
    ),
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
