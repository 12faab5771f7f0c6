import { schemaTextOf } from '../../../../engine/language/liquid-source.ts';
import { readSettings, type SchemaItem } from './settings.ts';
import { isRecord, listOf, readJson, recordAt, type Values, wordOf } from './values.ts';

/** A kind of block that a section may hold. */
interface BlockType {
  readonly type: string;
  readonly name: string;
  readonly items: readonly SchemaItem[];
  /** How many blocks of this kind a section may have. */
  readonly limit: number | undefined;
}

/** A preset: a section ready to be added. */
interface Preset {
  readonly name: string;
  readonly settings: Values;
  readonly blocks: readonly { readonly type: string; readonly settings: Values }[];
}

/** What a section's file declares. */
export interface SectionType {
  readonly type: string;
  readonly name: string;
  readonly items: readonly SchemaItem[];
  readonly blocks: readonly BlockType[];
  readonly maxBlocks: number | undefined;
  readonly presets: readonly Preset[];
  /** Templates that it may be added to; null for all of them. */
  readonly onlyOn: readonly string[] | null;
  readonly notOn: readonly string[];
  /** Whether its schema is valid JSON: nothing of the section can be changed here otherwise. */
  readonly isReadable: boolean;
}

/** A name as a person reads it: `appel_double` is « Appel double ». */
function nameFromType(type: string): string {
  const words = type.replace(/[-_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const texts = (value: unknown): readonly string[] => listOf(value).filter((item) => typeof item === 'string');

function presetOf(preset: Values, name: string): Preset {
  const blocks = Array.isArray(preset.blocks) ? preset.blocks : Object.values(recordAt(preset, 'blocks'));
  return {
    name: wordOf(preset.name) ?? name,
    settings: recordAt(preset, 'settings'),
    blocks: blocks.flatMap((block) =>
      isRecord(block) && typeof block.type === 'string'
        ? [{ type: block.type, settings: recordAt(block, 'settings') }]
        : [],
    ),
  };
}

/** @param source the text of `sections/<type>.liquid` */
export function readSectionType(type: string, source: string): SectionType {
  const text = schemaTextOf(source);
  const read = text === null ? {} : readJson(text);
  const schema: Values = isRecord(read) ? read : {};
  const name = wordOf(schema.name) ?? nameFromType(type);
  const blocks = new Map<string, BlockType>();
  for (const block of listOf(schema.blocks)) {
    // The first declaration of a type counts.
    if (!isRecord(block) || typeof block.type !== 'string' || blocks.has(block.type)) continue;
    blocks.set(block.type, {
      type: block.type,
      name: wordOf(block.name) ?? nameFromType(block.type),
      items: readSettings(block.settings),
      limit: typeof block.limit === 'number' && block.limit >= 0 ? block.limit : undefined,
    });
  }
  const { max_blocks: most } = schema;
  const enabled = recordAt(schema, 'enabled_on').templates;
  return {
    type,
    name,
    items: readSettings(schema.settings),
    blocks: [...blocks.values()],
    maxBlocks: typeof most === 'number' && most >= 0 ? most : undefined,
    presets: listOf(schema.presets).flatMap((preset) => (isRecord(preset) ? [presetOf(preset, name)] : [])),
    onlyOn: Array.isArray(enabled) && !enabled.includes('*') ? texts(enabled) : null,
    notOn: texts(recordAt(schema, 'disabled_on').templates),
    isReadable: isRecord(read),
  };
}
