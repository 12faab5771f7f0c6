import { DynamicScope } from './dynamic-scope.ts';
import { Emitter, type Links, OUTPUT, type Passed, type StraightPage } from './emitter.ts';
import { hashLiteral, literal } from './literal.ts';
import { propertyCode } from './property.ts';
import type { Scope } from './scope.ts';
import { StaticScope } from './static-scope.ts';
import { Steadiness } from './steadiness.ts';
import type { Broken, Template } from './template.ts';
import type { Traits } from './traits.ts';
import { Unit } from './unit.ts';

/** The values that a layout or a section sees besides its own variables. */
export interface Globals {
  /** Name of the function's parameter; empty for none. */
  readonly parameter: string;
  /** Code for the value of a variable; undefined when it has none. */
  code(name: string, unit: Unit): string | undefined;
  /** Code for a hash of all of them. */
  hash(unit: Unit): string;
}

const NO_GLOBALS: Globals = { parameter: '', code: () => undefined, hash: () => '{}' };

/** How a template reaches its surroundings, as code. */
export interface Surroundings {
  /** Code that renders the section of a type, as text. @param type as code */
  section(type: string, unit: Unit): string;
  /** The nonce of the page's Content-Security-Policy, as code; undefined where there is no page. */
  nonce(unit: Unit): string | undefined;
  /** The page that the output of layouts and sections goes to; undefined where output is text. */
  page?(unit: Unit): StraightPage;
  /** For a profile only: the body of a function of the file, made to measure each of its calls. */
  measured?(body: string, unit: Unit): string;
}

/** More variables than this are looked up while rendering: V8 keeps each in a register of the function. */
const VARIABLES = 200;

/**
 * Emits a template that begins a render: a layout or a section.
 * @param more properties of the loaded unit besides its function, as code
 * @returns an expression for a `UnitFactory`
 */
export function emitRoot(
  template: Template | Broken,
  globals: Globals,
  surroundings: Surroundings,
  more: readonly string[] = [],
): string {
  const writer = new UnitWriter(template, surroundings);
  const page = surroundings.page?.(writer.unit);
  const run = writer.function([globals.parameter], (traits) => ({
    ...(isDynamic(traits) ? writer.dynamic(globals.hash(writer.unit)) : writer.static(traits, [], globals)),
    page,
  }));
  return writer.code([`run: ${run}`, ...more]);
}

/**
 * Emits a snippet for both ways of calling it: `render` passes it its values, `include` shares the caller's variables.
 * @returns an expression for a `UnitFactory`
 */
export function emitSnippet(template: Template | Broken, surroundings: Surroundings): string {
  const writer = new UnitWriter(template, surroundings);
  const run = writer.function(['passed'], (traits) => {
    if (isDynamic(traits, true)) return { ...writer.dynamic('{}, passed'), mayInclude: false };
    const passed = [...traits.reads].map((name) => [name, writer.unit.name('v')] as const);
    return writer.static(traits, passed, NO_GLOBALS);
  });
  const partial = writer.partial();
  return writer.code([`run: ${run}`, `partial: ${partial}`]);
}

interface Preparation {
  readonly scope: Scope;
  readonly prologue: string;
  readonly mayInclude: boolean;
  readonly page?: StraightPage | undefined;
}

/** Writes the functions of one file's unit (docs/decisions/compiled-liquid.md). */
class UnitWriter {
  readonly unit: Unit;
  readonly #template: Template | Broken;
  readonly #surroundings: Surroundings;

  constructor(template: Template | Broken, surroundings: Surroundings) {
    this.unit = new Unit(template.source);
    this.#template = template;
    this.#surroundings = surroundings;
  }

  code(properties: readonly string[]): string {
    const template = this.#template;
    // The snippets that a section renders also decide whether it is the same on every page.
    const rendered = 'error' in template ? [] : [...template.traits.rendered].map(literal);
    // What is measured is rendered each time.
    const mayBeSteady = !this.#surroundings.measured && !('error' in template);
    const isSteady = mayBeSteady && !template.traits.varies && !template.traits.namesAreComputed;
    return this.unit.code([...properties, `isSteady: ${isSteady}`, `rendered: [${rendered.join(', ')}]`].join(', '));
  }

  /** @returns the name of a function that renders the file */
  function(parameters: readonly string[], prepare: (traits: Traits) => Preparation): string {
    const name = this.unit.name('t');
    const body = this.#body(prepare);
    this.unit.add(name, parameters, this.#surroundings.measured?.(body, this.unit) ?? body);
    return name;
  }

  /** @returns the name of the function that `include` calls */
  partial(): string {
    return this.function(['scope'], () => ({ scope: new DynamicScope(this.unit), prologue: '', mayInclude: true }));
  }

  static(traits: Traits, passed: readonly (readonly [string, string])[], globals: Globals): Preparation {
    const { unit } = this;
    const variables = new Map(passed);
    for (const name of traits.assigned) if (!variables.has(name)) variables.set(name, unit.name('v'));
    const counters = new Map([...traits.counted].map((name) => [name, unit.name('n')] as const));
    const given = new Map(passed.map(([name, variable]) => [variable, propertyCode(unit, 'passed', name)]));
    const declared = [...variables.values(), ...counters.values()].map((variable) => {
      const value = given.get(variable);
      return value === undefined ? variable : `${variable} = ${value}`;
    });
    const prologue = [
      declared.length > 0 ? `let ${declared.join(', ')};` : '',
      traits.remembers ? `const memory = ${unit.helper('newMemory')}();` : '',
    ];
    const memory = traits.remembers ? 'memory' : 'undefined';
    const global = (name: string) => globals.code(name, unit);
    return {
      scope: new StaticScope(unit, { variables, counters, global, memory }),
      prologue: prologue.join(''),
      mayInclude: false,
    };
  }

  /** @param sources arguments of the scope, as code */
  dynamic(sources: string): Preparation {
    return {
      scope: new DynamicScope(this.unit),
      prologue: `const scope = ${this.unit.helper('newScope')}(${sources});`,
      mayInclude: true,
    };
  }

  #body(prepare: (traits: Traits) => Preparation): string {
    const template = this.#template;
    const { unit } = this;
    if ('error' in template) {
      const { error } = template;
      const fail = `${unit.helper('fail')}(${literal(error.message)})`;
      return `budget.at = ${unit.place(error.offset)}; return ${fail};`;
    }
    const { scope, prologue, mayInclude, page } = prepare(template.traits);
    const { traits } = template;
    const mayBeSteady = page && !this.#surroundings.measured && Steadiness.isPossible(traits);
    const steadiness = mayBeSteady ? new Steadiness(traits) : undefined;
    const emitter = new Emitter(unit, scope, this.#linksFor(mayInclude, page), steadiness);
    emitter.body(template.body);
    const { code, unitsBefore } = emitter;
    const body = emitter.endsEarly ? `${emitter.endLabel}: {\n${code}\n}` : code;
    const result = unitsBefore === undefined ? OUTPUT : `${OUTPUT}, ${unitsBefore}`;
    return `budget.enter(); let ${OUTPUT} = "";${emitter.prologue}${prologue}\n${body}\nbudget.leave(); return budget.output(${result});`;
  }

  #linksFor(mayInclude: boolean, page: StraightPage | undefined): Links {
    const { unit } = this;
    const surroundings = this.#surroundings;
    return {
      snippet: (name, passed) => callOf(unit, name, passed),
      includes: mayInclude ? 'link.partials' : undefined,
      section: (type) => surroundings.section(type, unit),
      get nonce() {
        return surroundings.nonce(unit);
      },
      page,
    };
  }
}

/** A snippet is called through a reference, which the program sets when all of its units are loaded. */
function callOf(unit: Unit, name: string, passed: readonly Passed[]): string {
  const snippet = unit.constant(`link.snippet(${literal(name)})`);
  const values = hashLiteral(new Map(passed.map((one) => [one.name, one.code])));
  return `${snippet}.run(${values})`;
}

/** Whether names must be looked up while rendering: they are computed, shared with partials, or too many. */
function isDynamic(traits: Traits, isSnippet = false): boolean {
  const { namesAreComputed, included, reads, assigned, counted } = traits;
  const many = (isSnippet ? reads.size : 0) + assigned.size + counted.size > VARIABLES;
  return namesAreComputed || many || (!isSnippet && included.size > 0);
}
