import { DynamicScope } from './dynamic-scope.ts';
import { type Code, Emitter, type Links, type Passed } from './emitter.ts';
import { hashLiteral, literal, mapLiteral } from './literal.ts';
import { parseFile } from './parser.ts';
import type { Program } from './program.ts';
import type { Scope } from './scope.ts';
import { StaticScope } from './static-scope.ts';
import type { Broken, Template, Traits } from './template.ts';

/** What surrounds the templates of a program. */
export interface Surroundings {
  /** A snippet's path and text by its name. */
  snippet(name: string): { readonly file: string; readonly source: string } | undefined;
  /** Every snippet's name, for an `include` whose name is known only while rendering. */
  readonly snippetNames: readonly string[];
  section(type: Code): string;
  readonly nonce: string | undefined;
}

/** What a template that begins a render sees besides its own variables. */
export interface Globals {
  /** Name of the function's parameter. */
  readonly parameter: string;
  /** What a variable means, as code; undefined for nothing. */
  code(name: string): string | undefined;
  /** Code for a hash of all of them. */
  readonly hash: string;
}

const NO_GLOBALS: Globals = { parameter: '', code: () => undefined, hash: '{}' };

/** More variables than this are looked up while rendering: V8 keeps each in a register of the function. */
const VARIABLES = 200;

/** A snippet as `render` calls it. */
interface Callee {
  readonly name: string;
  /** In the order of the function's parameters; none when it takes one object with all. */
  readonly parameters: readonly string[] | undefined;
  readonly remembers: boolean;
}

/** Emits the functions of a program, each template once for each way in which it is called. */
export class Linker {
  readonly #program: Program;
  readonly #surroundings: Surroundings;
  readonly #parsed = new Map<string, Template | Broken | undefined>();
  readonly #callees = new Map<string, Callee | undefined>();
  readonly #partials = new Map<string, string>();
  readonly #waiting: (() => void)[] = [];
  #includes: string | undefined;

  constructor(program: Program, surroundings: Surroundings) {
    this.#program = program;
    this.#surroundings = surroundings;
  }

  /**
   * Has a template emitted that begins a render.
   * @returns the function's name
   */
  root(template: Template | Broken, globals: Globals): string {
    const name = this.#program.name('t');
    this.#waiting.push(() =>
      this.#emit(name, [globals.parameter], template, (traits) =>
        isDynamic(traits) ? this.#dynamic(globals.hash) : this.#static(traits, [], globals, 'undefined'),
      ),
    );
    return name;
  }

  /**
   * Whether a template puts out the same as long as what it reads by name stays the same: nothing in it, or in the snippets
   * that it renders, depends on anything else.
   */
  isSteady({ traits }: Template, seen = new Set<string>()): boolean {
    if (traits.varies || traits.namesAreComputed) return false;
    return [...traits.rendered].every((name) => {
      if (seen.has(name)) return true;
      seen.add(name);
      const snippet = this.#template(name);
      return snippet !== undefined && !('error' in snippet) && this.isSteady(snippet, seen);
    });
  }

  /** A snippet's function for `render`, and how it is called. */
  #callee(name: string): Callee | undefined {
    if (this.#callees.has(name)) return this.#callees.get(name);
    const template = this.#template(name);
    const callee = template && this.#newCallee(template);
    this.#callees.set(name, callee);
    if (template && callee) this.#waiting.push(() => this.#emitCallee(callee, template));
    return callee;
  }

  #newCallee(template: Template | Broken): Callee {
    const name = this.#program.name('t');
    if ('error' in template) return { name, parameters: [], remembers: false };
    const { traits } = template;
    const parameters = isDynamic(traits, true) ? undefined : [...traits.reads];
    return { name, parameters, remembers: traits.remembers };
  }

  #emitCallee({ name, parameters, remembers }: Callee, template: Template | Broken): void {
    const memory = remembers ? ['outer'] : [];
    const variables = parameters?.map((parameter) => [parameter, this.#program.name('v')] as const);
    const signature = variables ? variables.map(([, variable]) => variable) : ['passed'];
    this.#emit(name, [...memory, ...signature], template, (traits) =>
      variables ? this.#static(traits, variables, NO_GLOBALS, 'outer') : this.#dynamic('{}, passed'),
    );
  }

  /** The function of a snippet that `include` renders. */
  #partial(name: string): void {
    if (this.#partials.has(name)) return;
    const template = this.#template(name);
    if (!template) return;
    const functionName = this.#program.name('t');
    this.#partials.set(name, functionName);
    this.#waiting.push(() =>
      this.#emit(functionName, ['scope'], template, () => ({
        scope: new DynamicScope(this.#program),
        prologue: '',
        mayInclude: true,
      })),
    );
  }

  /** Emits what is waiting, and what that needs in turn, then the table that `include` looks into. */
  finish(): void {
    for (let emit = this.#waiting.pop(); emit; emit = this.#waiting.pop()) emit();
    if (!this.#includes) return;
    this.#program.placed(mapLiteral(this.#partials), this.#includes);
  }

  #static(traits: Traits, passed: readonly (readonly [string, string])[], globals: Globals, outer: string) {
    const variables = new Map(passed);
    for (const name of traits.assigned) if (!variables.has(name)) variables.set(name, this.#program.name('v'));
    const counters = new Map([...traits.counted].map((name) => [name, this.#program.name('n')] as const));
    const parameters = new Set(passed.map(([, code]) => code));
    const own = [...variables.values(), ...counters.values()].filter((code) => !parameters.has(code));
    const memory = traits.remembers ? 'memory' : 'undefined';
    const prologue = [
      own.length > 0 ? `let ${own.join(', ')};` : '',
      traits.remembers ? `const memory = ${this.#program.helper('newMemory')}(${outer});` : '',
    ];
    return {
      scope: new StaticScope(this.#program, variables, counters, globals.code, memory),
      prologue: prologue.join(''),
      mayInclude: false,
    };
  }

  #dynamic(sources: string) {
    return {
      scope: new DynamicScope(this.#program),
      prologue: `const scope = ${this.#program.helper('newScope')}(${sources});`,
      mayInclude: true,
    };
  }

  #emit(
    name: string,
    parameters: readonly string[],
    template: Template | Broken,
    prepare: (traits: Traits) => { scope: Scope; prologue: string; mayInclude: boolean },
  ): void {
    if ('error' in template) {
      const { file, source, error } = template;
      const at = this.#program.place(file, source, error.offset);
      const fail = `${this.#program.helper('fail')}(${literal(error.message)})`;
      this.#program.add(name, parameters, `budget.at = ${at}; return ${fail};`);
      return;
    }
    const { scope, prologue, mayInclude } = prepare(template.traits);
    if (mayInclude) for (const included of this.#namesIncluded(template.traits)) this.#partial(included);
    const links = this.#linksFor(scope, mayInclude);
    const emitter = new Emitter(this.#program, scope, links, template.file, template.source);
    emitter.body(template.body);
    const { code } = emitter;
    const body = emitter.endsEarly ? `${emitter.endLabel}: {\n${code}\n}` : code;
    this.#program.add(
      name,
      parameters,
      `budget.enter(); let output = "";${prologue}\n${body}\nbudget.leave(); return budget.output(output);`,
    );
  }

  #namesIncluded({ included }: Traits): readonly string[] {
    return included.has(null) ? this.#surroundings.snippetNames : [...included].filter((name) => name !== null);
  }

  #linksFor(scope: Scope, mayInclude: boolean): Links {
    const linker = this;
    return {
      snippet: (name, passed) => this.#call(name, passed, scope),
      get includes() {
        return mayInclude ? linker.#includesTable() : undefined;
      },
      section: (type) => this.#surroundings.section(type),
      nonce: this.#surroundings.nonce,
    };
  }

  #includesTable(): string {
    this.#includes ??= this.#program.name('s');
    return this.#includes;
  }

  #call(name: string, passed: readonly Passed[], scope: Scope): string | undefined {
    const callee = this.#callee(name);
    if (!callee) return undefined;
    const codeOf = (parameter: string) => passed.findLast((one) => one.name === parameter)?.code ?? 'undefined';
    const values = callee.parameters
      ? callee.parameters.map(codeOf)
      : [hashLiteral(passed.map(({ name, code }) => [name, code]))];
    return `${callee.name}(${[...(callee.remembers ? [scope.memory] : []), ...values].join(', ')})`;
  }

  #template(name: string): Template | Broken | undefined {
    if (!this.#parsed.has(name)) {
      const snippet = this.#surroundings.snippet(name);
      this.#parsed.set(name, snippet && parseFile(snippet.file, snippet.source));
    }
    return this.#parsed.get(name);
  }
}

/** Whether names must be looked up while rendering: they are computed, shared with partials, or too many. */
function isDynamic(traits: Traits, isSnippet = false): boolean {
  const { namesAreComputed, included, reads, assigned, counted } = traits;
  const many = (isSnippet ? reads.size : 0) + assigned.size + counted.size > VARIABLES;
  return namesAreComputed || many || (!isSnippet && included.size > 0);
}
