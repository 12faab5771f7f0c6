import { isRecord, type Values } from '../json/values.ts';
import { isWords } from '../language/setting-types.ts';
import type { ThemeFiles } from '../types.ts';
import { settingValue } from './setting-types.ts';

interface Declared {
  readonly declaration: Values;
  readonly byDefault: unknown;
}

/** The settings that a schema declares, read once for all themes that are rendered by its code. */
export class DeclaredSettings {
  /** By id; of one that is declared twice the last declaration counts, and the last default. */
  readonly #declared = new Map<string, Declared>();

  /** @param list a schema's list of settings; invalid items count as absent */
  constructor(list: unknown) {
    for (const declaration of Array.isArray(list) ? list : []) {
      if (!isRecord(declaration) || typeof declaration.id !== 'string' || isWords(declaration.type)) continue;
      const { id } = declaration;
      const hasDefault = Object.hasOwn(declaration, 'default');
      const byDefault = hasDefault ? declaration.default : this.#declared.get(id)?.byDefault;
      this.#declared.set(id, { declaration, byDefault });
    }
  }

  /**
   * The settings that templates see: for each declared setting a value of its type, and all other values unchanged.
   * @param values as they are stored
   * @param files those of the theme that settings name
   */
  read(values: Values, files: ThemeFiles): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    for (const [id, { declaration, byDefault }] of this.#declared) {
      const value = settingValue(declaration, Object.hasOwn(values, id) ? values[id] : undefined, byDefault, files);
      if (value !== undefined) entries.push([id, value]);
    }
    for (const entry of Object.entries(values)) if (!this.#declared.has(entry[0])) entries.push(entry);
    return Object.fromEntries(entries);
  }
}
