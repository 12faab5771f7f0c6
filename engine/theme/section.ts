import { isDisabled, isRecord, recordAt, type Values } from '../json/values.ts';
import type { BlockObject, SectionObject, ThemeFiles } from '../types.ts';
import { DeclaredSettings } from './declared-settings.ts';
import { readJsonObject } from './json.ts';

/** What a section's `{% schema %}` declares (docs/rules.md, Rule 6). */
export class SectionSchema {
  readonly #settings: DeclaredSettings;
  /** Settings of its blocks, by type; the first declaration of a type counts. */
  readonly #blocks = new Map<string, DeclaredSettings>();
  readonly #maxBlocks: number | undefined;

  /** @param text JSON; one that does not parse counts as empty */
  constructor(text: string | undefined) {
    const schema = readJsonObject(text);
    this.#settings = new DeclaredSettings(schema.settings);
    for (const block of Array.isArray(schema.blocks) ? schema.blocks : []) {
      if (!isRecord(block) || typeof block.type !== 'string' || this.#blocks.has(block.type)) continue;
      this.#blocks.set(block.type, new DeclaredSettings(block.settings));
    }
    const { max_blocks: most } = schema;
    this.#maxBlocks = typeof most === 'number' && most >= 0 ? most : undefined;
  }

  /**
   * Lays the values of a section over what the schema declares (docs/rules.md, Rule 5 and Rule 6): blocks in the order of `block_order` without those
   * that are disabled, no more of them than `max_blocks`.
   * @param files those of the theme that settings name
   */
  build(id: string, type: string, values: Values, files: ThemeFiles): SectionObject {
    const declared = recordAt(values, 'blocks');
    const blocks = orderedKeys(values.block_order)
      .flatMap((key) => {
        const block = recordAt(declared, key);
        const isShown = typeof block.type === 'string' && !isDisabled(block);
        return isShown ? [this.#block(key, block.type as string, block, files)] : [];
      })
      .slice(0, this.#maxBlocks);
    return { id, type, settings: this.#settings.read(recordAt(values, 'settings'), files), blocks };
  }

  #block(id: string, type: string, values: Values, files: ThemeFiles): BlockObject {
    const settings = this.#blocks.get(type) ?? UNDECLARED;
    return { id, type, settings: settings.read(recordAt(values, 'settings'), files) };
  }
}

const UNDECLARED = new DeclaredSettings([]);

/** The strings of a list; other items are left out. */
export const orderedKeys = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((key) => typeof key === 'string') : [];
