import { FILTERS, type FilterFacts } from '../language/filters.ts';
import { SOURCE_UNITS } from '../limits.ts';
import { lineStarts } from '../syntax/position.ts';
import { literal } from './literal.ts';

/** The emitted code of one source file: functions, and what they share. It refers to other files only through `link`. */
export class Unit {
  readonly #source: string;
  readonly #declarations: string[] = [];
  readonly #functions: string[] = [];
  readonly #helpers = new Set<string>();
  readonly #constants = new Map<string, string>();
  #names = 0;

  /** @param source text of the file, UTF-16 */
  constructor(source: string) {
    this.#source = source;
  }

  /** A name that nothing in the unit has yet; no text of a template is in it. */
  name(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  /** The name of a helper of the runtime. */
  helper(name: string): string {
    this.#helpers.add(name);
    return name;
  }

  /** A value that is made once, when the unit is loaded. */
  constant(code: string): string {
    return this.#declared(code, code);
  }

  /** A value that is computed once for each theme that is rendered by this code. @param code depends on nothing but the theme's id */
  themeConstant(code: string): string {
    const index = this.#declared(`theme ${code}`, 'link.constant()');
    return `(${this.helper('page')}.constants[${index}] ??= ${code})`;
  }

  /** A stretch of steady parts. @param rendered names of the snippets that they render @returns the name of its constant */
  stretch(rendered: readonly string[]): string {
    const names = [...new Set(rendered)].map(literal).join(', ');
    return this.#declared(`stretch ${this.#names}`, `link.stretch([${names}])`);
  }

  /** @param key the same for what is declared once only @returns the name of the constant */
  #declared(key: string, code: string): string {
    let name = this.#constants.get(key);
    if (name === undefined) {
      name = this.name('k');
      this.#constants.set(key, name);
      this.#declarations.push(`const ${name} = ${code};`);
    }
    return name;
  }

  filter(name: string): { readonly code: string; readonly facts: FilterFacts } | undefined {
    const facts = FILTERS.get(name);
    if (!facts) return undefined;
    return { facts, code: this.constant(`${this.helper('filter')}(${literal(name)})`) };
  }

  /** Adds a function. */
  add(name: string, parameters: readonly string[], body: string): void {
    this.#functions.push(`const ${name} = (function (${parameters.join(', ')}) {\n${body}\n});`);
  }

  /** Code for a place in the file. @param offset UTF-16 code units */
  place(offset: number): string {
    return `${this.constant('link.start')} + ${Math.min(offset, SOURCE_UNITS - 1)}`;
  }

  /**
   * The whole unit: an expression whose value is a function of the runtime and of the program that the unit becomes part of
   * (`UnitFactory`).
   * @param result properties of what that function returns, as code
   */
  code(result: string): string {
    const helpers = [...this.#helpers, 'budget'].sort().join(', ');
    const lines = literal(JSON.stringify(lineStarts(this.#source)));
    return [
      '((runtime, link) => {',
      '"use strict";',
      `const {${helpers}} = runtime;`,
      ...this.#declarations,
      ...this.#functions,
      `return {${result}, lines: ${lines}};`,
      '})',
    ].join('\n');
  }
}
