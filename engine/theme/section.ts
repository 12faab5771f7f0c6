import { Menu, type PlacedObject, TextObject } from '../runtime/text-object.ts';
import type { ThemeFiles } from '../types.ts';
import { isRecord, recordAt } from './json.ts';
import { settingsOf } from './settings.ts';

type Values = Readonly<Record<string, unknown>>;

/** A block as a section sees it. */
export interface BlockObject {
  readonly id: string;
  readonly type: string;
  readonly settings: Values;
}

/** The object `section` of a template. */
export interface SectionObject {
  readonly id: string;
  readonly type: string;
  readonly settings: Values;
  readonly blocks: readonly BlockObject[];
}

/**
 * Lays the values of a section over what its schema declares (rules 5 and 6): blocks in the order of `block_order`, no more
 * of them than `max_blocks`.
 * @param files those of the theme
 */
export function buildSection(
  id: string,
  type: string,
  values: Values,
  schema: Values,
  files: ThemeFiles,
): SectionObject {
  const declared = recordAt(values, 'blocks');
  const blocks = orderedKeys(values.block_order)
    .flatMap((key) => {
      const block = recordAt(declared, key);
      return typeof block.type === 'string' ? [buildBlock(key, block.type, block, schema, files)] : [];
    })
    .slice(0, typeof schema.max_blocks === 'number' && schema.max_blocks >= 0 ? schema.max_blocks : undefined);
  return { id, type, settings: settingsOf(schema.settings, recordAt(values, 'settings'), files), blocks };
}

function buildBlock(id: string, type: string, values: Values, schema: Values, files: ThemeFiles): BlockObject {
  const declared = (Array.isArray(schema.blocks) ? schema.blocks : []).find(
    (candidate) => isRecord(candidate) && candidate.type === type,
  );
  return { id, type, settings: settingsOf(declared?.settings, recordAt(values, 'settings'), files) };
}

/** The strings of a list; what is none is left out. */
export const orderedKeys = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [];

/** The objects among the values of a section and its blocks, with their places in it. */
export const objectsOfSection = ({ settings, blocks }: SectionObject): PlacedObject[] => [
  ...objectsIn(settings, ['settings']),
  ...blocks.flatMap((block, at) => objectsIn(block.settings, ['blocks', at, 'settings'])),
];

/** The objects among values, with their places. @param path that of the values */
export const objectsIn = (values: Values, path: readonly (string | number)[] = []): PlacedObject[] =>
  Object.entries(values).flatMap(([id, value]): PlacedObject[] => {
    if (!(value instanceof TextObject)) return [];
    return [[[...path, id], TextObject.text(value), value instanceof Menu ? null : { ...value }]];
  });
