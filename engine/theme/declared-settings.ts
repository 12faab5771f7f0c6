import type { Values } from '../json/values.ts';
import { declaredIn } from '../language/setting-types.ts';
import type { ThemeFiles } from '../types.ts';
import { settingValue } from './setting-types.ts';

/** The settings that a schema declares, read once for all themes that are rendered by its code. */
export class DeclaredSettings {
  readonly #declared: ReturnType<typeof declaredIn>;

  /** @param list a schema's list of settings */
  constructor(list: unknown) {
    this.#declared = declaredIn(list);
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
