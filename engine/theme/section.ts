import { isRecord, recordAt } from './json.ts';
import { defaultsOf } from './settings.ts';

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
 */
export function buildSection(id: string, type: string, values: Values, schema: Values): SectionObject {
  const declared = recordAt(values, 'blocks');
  const blocks = orderedKeys(values.block_order)
    .flatMap((key) => {
      const block = recordAt(declared, key);
      return typeof block.type === 'string' ? [buildBlock(key, block.type, block, schema)] : [];
    })
    .slice(0, typeof schema.max_blocks === 'number' && schema.max_blocks >= 0 ? schema.max_blocks : undefined);
  return { id, type, settings: { ...defaultsOf(schema.settings), ...recordAt(values, 'settings') }, blocks };
}

function buildBlock(id: string, type: string, values: Values, schema: Values): BlockObject {
  const declared = (Array.isArray(schema.blocks) ? schema.blocks : []).find(
    (candidate) => isRecord(candidate) && candidate.type === type,
  );
  return { id, type, settings: { ...defaultsOf(declared?.settings), ...recordAt(values, 'settings') } };
}

/** The strings of a list; what is none is left out. */
export const orderedKeys = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [];
