import type { Filter } from '../filters/filter.ts';
import { FILTERS } from '../filters/index.ts';
import { placeNumber } from '../runtime/places.ts';
import type { PlacedObject } from '../runtime/text-object.ts';
import { lineStarts } from '../syntax/position.ts';
import { literal } from './literal.ts';

/** Data that is nested too deep to be written counts as empty. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '{}';
  }
}

/** The emitted code of one theme, or of one template: functions, and what they share. */
export class Program {
  readonly themeId: string;
  readonly #declarations: string[] = [];
  readonly #functions: string[] = [];
  readonly #placed: string[] = [];
  readonly #helpers = new Set<string>();
  readonly #constants = new Map<string, string>();
  readonly #files = new Map<string, { readonly index: number; readonly source: string }>();
  #names = 0;

  /** @param themeId named in the addresses of assets */
  constructor(themeId: string) {
    this.themeId = themeId;
  }

  /** A name that nothing in the program has yet; no text of a template is in it. */
  name(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  /** The name of a helper of the runtime. */
  helper(name: string): string {
    this.#helpers.add(name);
    return name;
  }

  /** A value that is made once, when the program is loaded. */
  constant(code: string): string {
    let name = this.#constants.get(code);
    if (name === undefined) {
      name = this.name('k');
      this.#constants.set(code, name);
      this.#declarations.push(`const ${name} = ${code};`);
    }
    return name;
  }

  /**
   * Data of the theme, resident from the moment the program is loaded.
   * @param objects what JSON cannot say, with its places in the data
   */
  data(value: unknown, objects: readonly PlacedObject[] = []): string {
    const data = `JSON.parse(${literal(jsonOf(value))})`;
    if (objects.length === 0) return this.constant(data);
    return this.constant(`${this.helper('withObjects')}(${data}, JSON.parse(${literal(jsonOf(objects))}))`);
  }

  /** A value that names functions of the program, made when these are there. */
  placed(code: string, name = this.name('s')): string {
    this.#placed.push(`const ${name} = ${code};`);
    return name;
  }

  filter(name: string): { readonly code: string; readonly definition: Filter } | undefined {
    const definition = FILTERS.get(name);
    if (!definition) return undefined;
    return { definition, code: this.constant(`${this.helper('filter')}(${literal(name)})`) };
  }

  /** Adds a function. In parentheses V8 compiles it at once, so that its code is in the program's code cache. */
  add(name: string, parameters: readonly string[], body: string): void {
    this.#functions.push(`const ${name} = (function (${parameters.join(', ')}) {\n${body}\n});`);
  }

  /** Stands for a place in a file. */
  place(file: string, source: string, offset: number): number {
    let known = this.#files.get(file);
    if (!known) {
      known = { index: this.#files.size, source };
      this.#files.set(file, known);
    }
    return placeNumber(known.index, offset);
  }

  /**
   * The whole program: an expression whose value is a function of the runtime.
   * @param result an expression for what that function returns
   */
  source(result: string): string {
    const helpers = [...this.#helpers, 'budget', 'lazy'].sort().join(', ');
    const files = [...this.#files].map(([file, { source }]) => [file, lineStarts(source)]);
    return [
      '((runtime) => {',
      '"use strict";',
      `const {${helpers}} = runtime;`,
      ...this.#declarations,
      ...this.#functions,
      ...this.#placed,
      `return {places: lazy(() => JSON.parse(${literal(JSON.stringify(files))})), ${result}};`,
      '})',
    ].join('\n');
  }
}
