import { entriesOf, itemsOf, type JsonValue, numberOf, textOf, valueAt } from '../json/json-tree.ts';
import { isWords } from '../language/setting-types.ts';

/** A setting as a schema declares it. */
export interface DeclaredSetting {
  readonly id: string;
  readonly type: string | undefined;
  readonly declaration: JsonValue;
}

export type DeclaredSettings = ReadonlyMap<string, DeclaredSetting>;

/** What a section's schema declares; nothing where it has none. */
export interface DeclaredSection {
  readonly settings: DeclaredSettings;
  /** Settings of its blocks, by type. */
  readonly blocks: ReadonlyMap<string, DeclaredSettings>;
  readonly maxBlocks: number | undefined;
}

/** The settings of a list that have an id; words between them have no value. */
function declaredSettings(lists: readonly (JsonValue | undefined)[]): DeclaredSettings {
  const settings = new Map<string, DeclaredSetting>();
  for (const declaration of lists.flatMap((list) => itemsOf(list))) {
    const [id, type] = ['id', 'type'].map((key) => textOf(valueAt(declaration, key)));
    if (id !== undefined && !isWords(type)) settings.set(id, { id, type, declaration });
  }
  return settings;
}

export function declaredSection(schema: JsonValue | undefined): DeclaredSection {
  const blocks = new Map<string, DeclaredSettings>();
  for (const block of itemsOf(valueAt(schema, 'blocks'))) {
    const type = textOf(valueAt(block, 'type'));
    if (type !== undefined && !blocks.has(type)) blocks.set(type, declaredSettings([valueAt(block, 'settings')]));
  }
  const most = numberOf(valueAt(schema, 'max_blocks'));
  return {
    settings: declaredSettings([valueAt(schema, 'settings')]),
    blocks,
    maxBlocks: most !== undefined && most >= 0 ? Math.trunc(most) : undefined,
  };
}

/** What the whole theme's schema declares, its groups taken together. */
export const declaredGlobals = (schema: JsonValue | undefined): DeclaredSettings =>
  declaredSettings(itemsOf(schema).map((group) => valueAt(group, 'settings')));

/** The ids that have a value where a section is placed: its own, and those of its blocks. */
export interface GivenIds {
  readonly settings: Set<string>;
  /** By the type of the blocks. */
  readonly blocks: Map<string, Set<string>>;
}

/** Adds the ids that one placed section gives values. */
export function noteGiven(given: GivenIds, placed: JsonValue): void {
  for (const id of entriesOf(valueAt(placed, 'settings')).keys()) given.settings.add(id);
  for (const { value: block } of entriesOf(valueAt(placed, 'blocks')).values()) {
    const type = textOf(valueAt(block, 'type')) ?? '';
    const ids = given.blocks.get(type) ?? new Set();
    given.blocks.set(type, ids);
    for (const id of entriesOf(valueAt(block, 'settings')).keys()) ids.add(id);
  }
}
