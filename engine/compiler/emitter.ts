import { FILTER_RUNS } from '../filters/index.ts';
import { argumentWords, FILTERS } from '../language/filters.ts';
import type { OF_REQUEST } from '../language/objects.ts';
import { budget } from '../runtime/budget.ts';
import { type Stamp, standsAlone } from '../runtime/inserts.ts';
import { print } from '../runtime/text.ts';
import { Float } from '../runtime/values.ts';
import type { Condition, Emptiness, Expression, FilterCall, Lookup, Piped, Test } from '../syntax/expression.ts';
import { hashLiteral, literal } from './literal.ts';
import { propertyCode } from './property.ts';
import type { Scope } from './scope.ts';
import { doesSomething, type Steadiness } from './steadiness.ts';
import type { Unit } from './unit.ts';

/** A part of a template that emits JavaScript. */
export interface Node {
  /** Whether it has no output: a block that has only such parts and blanks has no output either. */
  readonly blank: boolean;
  /** The variable that the part itself sets whenever it runs. */
  readonly sets?: string;
  emit(to: Emitter): void;
}

/** The parts of a block. */
export interface Body {
  readonly nodes: readonly Node[];
  readonly blank: boolean;
}

/** A JavaScript expression, with what is known about its value at compile time. */
export interface Code {
  readonly code: string;
  readonly type: 'text' | 'truth' | 'any';
  /** The value itself, where it is known. */
  readonly known?: { readonly value: unknown };
  /** The expression to take where nil and an empty text are not the same. */
  readonly orNil?: string;
  /** It depends on the id of the theme and on nothing else: text, computed once for each theme. */
  readonly ofTheme?: true;
}

/** How the code of a template calls snippets and sections. */
export interface Links {
  /** Code that renders a snippet with these values. */
  snippet(name: string, passed: readonly Passed[]): string;
  /** Code for the table that `include` looks into; undefined where `include` is not allowed. */
  readonly includes: string | undefined;
  /** Code that renders the section of a type, as text. @param type as code */
  section(type: string): string;
  /** The nonce of the page's Content-Security-Policy, as code; undefined where there is no page. */
  readonly nonce: string | undefined;
  /** The page that the output of this function goes to; undefined where the output is text. */
  readonly page: StraightPage | undefined;
}

/** The page's methods that take output (`engine/runtime/page.ts`). */
export type Way = 'put' | 'putStamped' | 'putSection' | 'putContent' | 'putOnce';

/** A page that output goes straight to. */
export interface StraightPage {
  /** Its object, as code. */
  readonly object: string;
  /** Values that are not just appended, as code: put out with the stamp `unique`, or by `putContent`. */
  readonly ways: ReadonlyMap<string, 'unique' | 'putContent'>;
}

/** A variable that a snippet is given. */
export interface Passed {
  readonly name: string;
  readonly code: string;
}

/** The targets of `break` and `continue`. */
interface Exit {
  readonly break: string;
  readonly continue: string;
}

/** Longer chains of tests become a function of their own, because V8 reads nested conditionals recursively. */
const TESTS_INLINE = 8;
/** The same for filters and for the steps of a path. */
const STEPS_INLINE = 16;
/** The variable of a function's output. */
export const OUTPUT = 'output';
/** Shorter literals are new text on each page, as what is computed is. UTF-16 code units. */
const LEAST_KEPT_UNITS = 24;
/** A stretch has fewer blocks than this around it: each block looks once more at all parts in it, which takes time. */
const STRETCH_DEPTH = 4;
/** Objects that are different from page to page. */
const OWN_OBJECTS: ReadonlySet<string> = new Set(['page', 'article', 'blog'] satisfies (keyof typeof OF_REQUEST)[]);
/** A constant that is longer costs more to keep than to compute. */
const CONSTANT_UNITS = 10_000;

/** Writes the JavaScript of one template. */
export class Emitter {
  readonly unit: Unit;
  readonly scope: Scope;
  readonly links: Links;
  /** The variable that output is appended to. */
  out = OUTPUT;
  readonly #lines: string[] = [];
  readonly #exits: Exit[] = [];
  #text = '';
  /** Whether the function has put something straight to the page. */
  #puts = false;
  /** Variables whose values are as `isOwn` says. */
  readonly #ownVariables = new Set<string>();
  /** The variable that has `page.keptUnits` as it was when the function began; undefined where none is needed. */
  #unitsAtStart: string | undefined;
  /** Undefined where no part of the file can be steady. */
  readonly #steadiness: Steadiness | undefined;
  /** How many blocks that go straight to the page are around the code that is being emitted. */
  #depth = 0;
  /** The variable of the stretch that is being emitted. */
  #stretchOut: string | undefined;
  /** Label of the code of the whole template. */
  #endLabel: string | undefined;

  constructor(unit: Unit, scope: Scope, links: Links, steadiness?: Steadiness) {
    this.unit = unit;
    this.scope = scope;
    this.links = links;
    this.#steadiness = steadiness;
  }

  /** The statements that were written. */
  get code(): string {
    this.#flush();
    return this.#lines.join('\n');
  }

  helper(name: string): string {
    return this.unit.helper(name);
  }

  name(prefix: string): string {
    return this.unit.name(prefix);
  }

  /** Puts out text of the template. */
  text(text: string): void {
    this.#text += text;
  }

  /** Puts out the value of an expression. */
  append({ code, type, known }: Code): void {
    if (known) this.text(print(known.value));
    else this.#append(this.#printed({ code, type }));
  }

  #printed({ code, type }: Code): string {
    return type === 'text' ? code : `${this.helper('print')}(${code})`;
  }

  #append(text: string): void {
    this.write(`${this.out} += ${text};`);
  }

  /** Puts out the value of `{{ … }}`, with a stamp where other pages will show another one. */
  putValue(value: Code, piped: Piped): void {
    const way = this.isStraight && !value.known ? this.links.page?.ways.get(value.code) : undefined;
    if (way === 'putContent') this.put(way, '', '');
    else if (way === 'unique') this.putStamped(value, way);
    else if (!value.known && this.isOwn(piped)) this.putStamped(value, 'own');
    else this.append(value);
  }

  /** Puts out a text with a stamp where output goes straight to the page. */
  putStamped(value: Code, stamp: Stamp): void {
    const text = this.#printed(value);
    this.put('putStamped', `${text}, ${literal(stamp)}`, text);
  }

  /** Whether a value depends on the page that is asked for, or on the clock: other pages will show another one. */
  isOwn({ value, filters }: Piped): boolean {
    const root = value.kind === 'lookup' ? value.root : undefined;
    if (typeof root === 'string' && (OWN_OBJECTS.has(root) || this.#ownVariables.has(root))) return true;
    return filters.some(({ name }) => FILTERS.get(name)?.varies);
  }

  /** Notes a variable whose value is as `isOwn` says. */
  noteOwn(variable: string): void {
    this.#ownVariables.add(variable);
  }

  /** Whether output goes straight to the page here; elsewhere output is text (docs/decisions/fragments.md). */
  get isStraight(): boolean {
    return this.links.page !== undefined && this.out === OUTPUT;
  }

  /**
   * Puts something out by one of the page's methods where output goes straight to the page, as text elsewhere.
   * @param what the method's arguments after the output, as code @param text code for the text
   */
  put(way: Way, what: string, text: string): void {
    if (this.isStraight) {
      const values = what === '' ? OUTPUT : `${OUTPUT}, ${what}`;
      this.write(`${OUTPUT} = ${this.links.page?.object}.${way}(${values});`);
      this.#puts = true;
    } else this.#append(text);
  }

  /** Code for the length of what this function has put out so far outside of the variable `out`, UTF-16 code units; undefined where that is nothing. */
  get unitsBefore(): string | undefined {
    const isStretch = this.out === this.#stretchOut;
    if (!this.#puts || !(this.isStraight || isStretch)) return undefined;
    this.#unitsAtStart ??= this.name('u');
    const kept = `${this.#allUnits} - ${this.#unitsAtStart}`;
    return isStretch ? `${OUTPUT}.length + ${kept}` : kept;
  }

  /** Statements that the function begins with. */
  get prologue(): string {
    return this.#unitsAtStart === undefined ? '' : `const ${this.#unitsAtStart} = ${this.#allUnits};`;
  }

  get #allUnits(): string {
    return `${this.links.page?.object}.keptUnits`;
  }

  /** Adds a statement. */
  write(statement: string): void {
    if (statement === '') return;
    this.#flush();
    this.#lines.push(statement);
  }

  /** A place for statements that are known only when what follows is emitted. @returns adds one there */
  slot(): (statement: string) => void {
    this.#flush();
    const place = this.#lines.push('') - 1;
    return (statement) => {
      this.#lines[place] += statement;
    };
  }

  #flush(): void {
    if (this.#text === '') return;
    const text = literal(this.#text);
    const isKept = this.isStraight && this.#text.length >= LEAST_KEPT_UNITS && standsAlone(this.#text);
    this.#text = '';
    if (isKept) this.put('put', this.unit.constant(`${this.helper('keptText')}(${text})`), '');
    else this.#lines.push(`${this.out} += ${text};`);
  }

  /** Emits the parts of a block; where output goes straight to the page, steady parts that follow each other become a stretch. */
  body({ nodes }: Body): void {
    const steadiness = this.isStraight && this.#depth < STRETCH_DEPTH ? this.#steadiness : undefined;
    if (steadiness) this.#stretches(nodes, steadiness);
    else this.#emit(nodes);
  }

  #stretches(nodes: readonly Node[], steadiness: Steadiness): void {
    // Parts of a block within the file do not run on every page.
    const isSure = this.#depth++ === 0;
    let stretch: Node[] = [];
    let rendered: string[] = [];
    for (const node of nodes) {
      const snippets = steadiness.rendersOf(node);
      if (snippets) {
        stretch.push(node);
        rendered.push(...snippets);
        continue;
      }
      this.#stretch(stretch, rendered);
      [stretch, rendered] = [[], []];
      node.emit(this);
      steadiness.pass(node, isSure ? node.sets : undefined);
    }
    this.#stretch(stretch, rendered);
    this.#depth--;
  }

  #emit(nodes: readonly Node[]): void {
    for (const node of nodes) node.emit(this);
  }

  /** Emits parts that put out the same on all pages, so that they run once for all. @param rendered snippets that they render */
  #stretch(nodes: readonly Node[], rendered: readonly string[]): void {
    if (!nodes.some(doesSomething)) {
      this.#emit(nodes);
      return;
    }
    const key = this.unit.stretch(rendered);
    this.write(`${OUTPUT} = ${this.links.page?.object}.putSteady(${OUTPUT}, ${key}, () => {`);
    this.#puts = true;
    const name = this.name('o');
    this.write(`let ${name} = "";`);
    [this.out, this.#stretchOut] = [name, name];
    this.#emit(nodes);
    this.write(`return ${name}; });`);
    [this.out, this.#stretchOut] = [OUTPUT, undefined];
  }

  /** Records the position in the template, before something that may fail. */
  place(offset: number): void {
    this.write(`budget.at = ${this.unit.place(offset)};`);
  }

  /** A statement that fails when it is reached. */
  fail(message: string): string {
    return `${this.helper('fail')}(${literal(message)})`;
  }

  /** Emits a body whose output goes to a variable of its own. */
  capture(emit: () => void): string {
    this.#flush();
    const outer = this.out;
    this.out = this.name('o');
    const name = this.out;
    this.write(`let ${name} = "";`);
    emit();
    this.#flush();
    this.out = outer;
    return name;
  }

  /**
   * Emits a body, then what is done with its output, given as code.
   * @param mayLeave whether a `break` in the body may leave the loop around it: the output so far is kept even then
   */
  captured(emit: () => void, mayLeave: boolean, use: (output: string) => void): void {
    this.write('{');
    const name = this.capture(() => {
      if (mayLeave) this.write('try {');
      this.scope.perhaps(emit);
    });
    if (mayLeave) this.write('} finally {');
    use(`budget.captured(${name})`);
    this.write(mayLeave ? '} }' : '}');
  }

  /** Emits the body of a loop, in which `break` and `continue` are these statements. */
  loop(exit: Exit, emit: () => void): void {
    this.#exits.push(exit);
    this.scope.perhaps(emit);
    this.#flush();
    this.#exits.pop();
  }

  /** What `break` and `continue` do here. */
  interrupt(kind: 'break' | 'continue'): string {
    const exit = this.#exits.at(-1);
    if (exit) return exit[kind];
    const note = this.scope.isDynamic ? `scope.interrupt = ${kind === 'break' ? 1 : 2}; ` : '';
    return `${note}break ${this.endLabel};`;
  }

  /** Executes a `break` or `continue` that an included partial has set. */
  obeyInterrupt(): void {
    const exit = this.#exits.at(-1);
    if (!exit) {
      this.write(`if (scope.interrupt !== 0) break ${this.endLabel};`);
      return;
    }
    const kind = this.name('i');
    this.write(`if (scope.interrupt !== 0) { const ${kind} = scope.interrupt; scope.interrupt = 0;`);
    this.write(`if (${kind} === 1) { ${exit.break} } else { ${exit.continue} } }`);
  }

  /** A label around the whole template; asked for where the template may end early. */
  get endLabel(): string {
    this.#endLabel ??= this.name('end');
    return this.#endLabel;
  }

  get endsEarly(): boolean {
    return this.#endLabel !== undefined;
  }

  value(expression: Expression): Code {
    switch (expression.kind) {
      case 'literal':
        return this.#literal(expression.value);
      case 'blank':
      case 'empty':
        return { code: '""', type: 'text', known: { value: '' } };
      case 'range':
        return this.#range(this.value(expression.first), this.value(expression.last));
      case 'lookup':
        return { code: this.#lookup(expression), type: 'any' };
    }
  }

  /** A range of two constants takes their whole parts; a float that is known only while rendering is refused. */
  #range(first: Code, last: Code): Code {
    const helper = this.helper(first.known && last.known ? 'constantRange' : 'range');
    const code = `${helper}(${first.code}, ${last.code})`;
    return { code: first.known && last.known ? this.unit.constant(code) : code, type: 'any' };
  }

  #literal(value: unknown): Code {
    const known = { value };
    if (typeof value === 'string') return { code: literal(value), type: 'text', known };
    if (typeof value === 'boolean') return { code: String(value), type: 'truth', known };
    if (value instanceof Float) {
      const number = Float.number(value);
      const code = `${this.helper('float')}(${Object.is(number, -0) ? '-0' : number})`;
      return { code: this.unit.constant(code), type: 'any', known };
    }
    if (typeof value === 'bigint') return { code: `(${value}n)`, type: 'any', known };
    return { code: typeof value === 'number' ? `(${value})` : 'null', type: 'any', known };
  }

  #lookup({ root, path }: Lookup): string {
    const read =
      typeof root === 'string'
        ? this.scope.read(root, path)
        : { code: this.scope.readComputed(this.value(root).code), covered: 0 };
    const steps = path.slice(read.covered);
    if (steps.length > STEPS_INLINE) return this.#longPath(read.code, steps);
    return steps.reduce((code, step) => this.#step(code, step), read.code);
  }

  #step(value: string, step: Lookup['path'][number]): string {
    if ('key' in step) {
      return step.key === 'size' || step.key === 'first' || step.key === 'last'
        ? `${this.helper('command')}(${value}, ${literal(step.key)})`
        : propertyCode(this.unit, value, step.key);
    }
    const key = this.value(step.index);
    if (typeof key.known?.value === 'string') return propertyCode(this.unit, value, key.known.value);
    return `${this.helper('index')}(${value}, ${key.code})`;
  }

  #longPath(root: string, steps: readonly Lookup['path'][number][]): string {
    const name = this.name('p');
    this.write(`let ${name} = ${root};`);
    let keys: string[] = [];
    const walk = () => {
      if (keys.length > 0) this.write(`${name} = ${this.helper('walk')}(${name}, ${this.#keys(keys)});`);
      keys = [];
    };
    for (const step of steps) {
      if ('key' in step) keys.push(step.key);
      else {
        walk();
        this.write(`${name} = ${this.#step(name, step)};`);
      }
    }
    walk();
    return name;
  }

  /** One text, which V8 reads much sooner than as many: no key has a point in it. */
  #keys(keys: readonly string[]): string {
    return this.unit.constant(`${this.helper('keysOf')}(${literal(keys.join('.'))})`);
  }

  /**
   * An expression and its filters; what can be known before the render is.
   * @param offset of the output, whose place the caller has not recorded
   */
  piped({ value, filters }: Piped, offset?: number): Code {
    let code = this.value(value);
    if (filters.length <= STEPS_INLINE) {
      for (const filter of filters) code = this.#filtered(code, filter);
      return code.ofTheme ? { code: this.unit.themeConstant(code.code), type: 'text' } : code;
    }
    if (offset !== undefined) this.place(offset);
    const name = this.name('p');
    this.write(`let ${name} = ${code.code};`);
    for (const filter of filters) {
      code = this.#filtered({ code: name, type: code.type }, filter);
      this.write(`${name} = ${code.orNil ?? code.code};`);
    }
    return { code: name, type: 'any' };
  }

  /** An unknown filter returns its input. */
  #filtered(input: Code, { name, values, named }: FilterCall): Code {
    const filter = this.unit.filter(name);
    if (!filter) return input;
    const { facts, code } = filter;
    const count = values.length + (named.length > 0 ? 1 : 0);
    if (count < facts.least || count > facts.most) {
      return { code: this.fail(`le filtre ${name} prend ${argumentWords(facts)}, et non ${count}`), type: 'any' };
    }
    const passed: Code[] = values.map((value) => this.#given(value));
    if (named.length > 0) passed.push(this.#hash(named));
    const all = [input, ...passed];
    if (facts.keepsNil && input.known?.value === null) return input;
    const isConstant = !facts.varies && !facts.ofPlace && all.every(({ known, ofTheme }) => known || ofTheme);
    const known = isConstant && !facts.ofTheme ? knownResult(name, all) : undefined;
    if (known) {
      const constant = this.#constant(known.value);
      if (constant) return constant;
    }
    const theme = facts.ofTheme ? [`${this.helper('page')}.themeId`] : [];
    const operands = [...all.map((one) => one.orNil ?? one.code), ...theme].join(', ');
    const type = facts.gives === 'text' ? 'text' : 'any';
    const isOfTheme = isConstant && type === 'text' && (facts.ofTheme || all.some(({ ofTheme }) => ofTheme));
    if (isOfTheme) return { code: `${code}(${operands})`, type, ofTheme: true };
    if (!facts.keepsNil) return { code: `${code}(${operands})`, type };
    return { code: `${code}(${operands})`, type, orNil: `${this.helper('keepNil')}(${operands}, ${code})` };
  }

  /** A nil argument is passed on: it is not the same as a missing one. */
  #given(expression: Expression): Code {
    const value = this.value(expression);
    return value.known || value.type !== 'any' ? value : { ...value, code: `${value.code} ?? null` };
  }

  #constant(value: unknown): Code | undefined {
    if (typeof value === 'string' && value.length > CONSTANT_UNITS) return undefined;
    const simple = value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
    return simple || value instanceof Float ? this.#literal(value) : undefined;
  }

  #hash(named: FilterCall['named']): Code {
    return { code: hashLiteral(named.map(({ name, value }) => [name.text, this.value(value).code])), type: 'any' };
  }

  /** A condition as an expression that is true or false. */
  condition({ tests, operators }: Condition): string {
    const codes = tests.map((test) => this.#test(test));
    const last = codes.pop() ?? 'false';
    if (codes.length === 0) return last;
    if (operators.every((operator) => operator === operators[0])) {
      return `(${[...codes, last].join(operators[0] === 'and' ? ' && ' : ' || ')})`;
    }
    if (codes.length <= TESTS_INLINE) {
      return codes.reduceRight((rest, code, at) => `(${code} ${operators[at] === 'and' ? '&&' : '||'} ${rest})`, last);
    }
    const steps = codes.map((code, at) =>
      operators[at] === 'and' ? `if (!${code}) return false;` : `if (${code}) return true;`,
    );
    return `(() => { ${steps.join('\n')} return ${last}; })()`;
  }

  #test({ left, comparison, right }: Test): string {
    if (!comparison || !right) return isEmptiness(left) ? 'true' : this.truth(this.value(left));
    if (comparison === '==') return this.equal(left, right);
    if (comparison === '!=' || comparison === '<>') return `!${this.equal(left, right)}`;
    if (comparison !== 'contains' && (isEmptiness(left) || isEmptiness(right))) return 'false';
    const helper = { '<': 'less', '>': 'greater', '<=': 'atMost', '>=': 'atLeast', contains: 'contains' }[comparison];
    return `${this.helper(helper)}(${this.value(left).code}, ${this.value(right).code})`;
  }

  truth({ code, type, known }: Code): string {
    if (known) return known.value === null || known.value === false ? 'false' : 'true';
    if (type === 'text') return 'true';
    return type === 'truth' ? code : `${this.helper('truthy')}(${code})`;
  }

  /**
   * `==`, with what is known of either side.
   * @param a the left side, where it is computed already
   */
  equal(left: Expression, right: Expression, a = this.value(left)): string {
    if (isEmptiness(left)) return isEmptiness(right) ? 'false' : this.#isEmptiness(left, this.value(right));
    if (isEmptiness(right)) return this.#isEmptiness(right, a);
    const b = this.value(right);
    const [constant, other] = b.known ? [b, a] : [a, b];
    const value = constant.known?.value;
    if (value === null) return `(${other.code} == null)`;
    if (typeof value === 'string' && other.type === 'any')
      return `${this.helper('isText')}(${other.code}, ${constant.code})`;
    if (typeof value === 'string' || typeof value === 'boolean') return `(${other.code} === ${constant.code})`;
    return `${this.helper('equal')}(${a.code}, ${b.code})`;
  }

  #isEmptiness({ kind }: Emptiness, { code }: Code): string {
    return `${this.helper(kind === 'blank' ? 'isBlank' : 'isEmpty')}(${code})`;
  }
}

const isEmptiness = (expression: Expression): expression is Emptiness =>
  expression.kind === 'blank' || expression.kind === 'empty';

/** A filter on values that are all known has a result that is known; what fails, or costs much, is left to the render. */
function knownResult(name: string, all: readonly Code[]): { readonly value: unknown } | undefined {
  if (all.some(({ known }) => !known)) return undefined;
  return budget.aside(CONSTANT_UNITS * 10, () => ({
    value: FILTER_RUNS.get(name)?.(...(all.map(({ known }) => known?.value) as never[])),
  }));
}
