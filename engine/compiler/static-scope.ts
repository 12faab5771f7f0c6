import type { Segment } from '../syntax/expression.ts';
import { type Loop, type LoopScope, loopObject, type Read, type Scope } from './scope.ts';
import type { Unit } from './unit.ts';

/** What the names of a template mean. */
interface StaticNames {
  /** The assigned and passed variables, by name: JavaScript variables, undefined until set. */
  readonly variables: ReadonlyMap<string, string>;
  /** Those of `increment` and `decrement`. */
  readonly counters: ReadonlyMap<string, string>;
  /** What a name means that is neither, as code. */
  readonly global: (name: string) => string | undefined;
  /** What `cycle` and the like remember, as code. */
  readonly memory: string;
}

/** Names of one template as JavaScript variables: nothing is looked up while rendering. */
export class StaticScope implements Scope {
  readonly isDynamic = false;
  readonly memory: string;
  readonly #unit: Unit;
  readonly #variables: ReadonlyMap<string, string>;
  readonly #counters: ReadonlyMap<string, string>;
  readonly #global: (name: string) => string | undefined;
  readonly #loops: LoopScope[] = [];
  readonly #loopObjects = new Map<Loop, string>();
  #assigned = new Set<string>();

  constructor(unit: Unit, { variables, counters, global, memory }: StaticNames) {
    this.#unit = unit;
    this.#variables = variables;
    this.#counters = counters;
    this.#global = global;
    this.memory = memory;
  }

  read(name: string, path: readonly Segment[]): Read {
    for (let depth = this.#loops.length - 1; depth >= 0; depth--) {
      const { variable, item, loop } = this.#loops[depth] as LoopScope;
      if (variable === name) return { code: item, covered: 0 };
      if (loop.kind === name) return this.#loopValue(depth, path, 0);
    }
    return { code: this.#variable(name), covered: 0 };
  }

  #variable(name: string): string {
    const own = this.#variables.get(name);
    if (own !== undefined && this.#assigned.has(name)) return own;
    const choices = [own, this.#counters.get(name), this.#global(name)].filter((code) => code !== undefined);
    const last = choices.pop() ?? 'undefined';
    return choices.reduceRight((rest, code) => `(${code} === undefined ? ${rest} : ${code})`, last);
  }

  readComputed(): string {
    throw new Error('a template with computed names has a dynamic scope');
  }

  /** A property of `forloop` as arithmetic on the loop's own counter. */
  #loopValue(depth: number, path: readonly Segment[], covered: number): Read {
    const { loop } = this.#loops[depth] as LoopScope;
    const segment = path[covered];
    const key = segment && 'key' in segment ? segment.key : undefined;
    if (key === 'parentloop' && loop.kind === 'forloop') {
      const parent = this.#parentOf(depth);
      return parent === -1 ? { code: 'undefined', covered: covered + 1 } : this.#loopValue(parent, path, covered + 1);
    }
    const property = key === undefined ? undefined : loopProperty(loop, key);
    if (property !== undefined) return { code: property, covered: covered + 1 };
    return { code: this.#loopObject(depth), covered };
  }

  #parentOf(depth: number): number {
    return this.#loops.slice(0, depth).findLastIndex(({ loop }) => loop.kind === 'forloop');
  }

  /** The variable that holds the object of a loop's turn: one for all that need it, however many loops are around. */
  #loopObject(depth: number): string {
    const { loop } = this.#loops[depth] as LoopScope;
    const known = this.#loopObjects.get(loop);
    if (known !== undefined) return known;
    const parent = this.#parentOf(depth);
    const name = this.#unit.name('q');
    loop.declare(
      `const ${name} = ${loopObject(this.#unit, loop, parent === -1 ? 'undefined' : this.#loopObject(parent))};`,
    );
    this.#loopObjects.set(loop, name);
    return name;
  }

  assign(name: string, code: string): string {
    this.#assigned.add(name);
    return `${this.#variables.get(name)} = ${code};`;
  }

  count(name: string, step: 1 | -1): string {
    const counter = this.#counters.get(name);
    const start = `${counter} === undefined ? ${this.#global(name) ?? 'undefined'} : ${counter}`;
    return step === 1
      ? `((${counter} = ${this.#unit.helper('counted')}(${start}, 1)) - 1)`
      : `(${counter} = ${this.#unit.helper('counted')}(${start}, -1))`;
  }

  enterLoop(loop: LoopScope): string {
    this.#loops.push(loop);
    return '';
  }

  leaveLoop(): string {
    this.#loops.pop();
    return '';
  }

  perhaps(emit: () => void): void {
    const before = this.#assigned;
    this.#assigned = new Set(before);
    emit();
    this.#assigned = before;
  }
}

function loopProperty({ kind, index, length, name, columns }: Loop, key: string): string | undefined {
  switch (key) {
    case 'index':
      return `(${index} + 1)`;
    case 'index0':
      return index;
    case 'rindex':
      return `(${length} - ${index})`;
    case 'rindex0':
      return `(${length} - ${index} - 1)`;
    case 'first':
      return `(${index} === 0)`;
    case 'last':
      return `(${index} === ${length} - 1)`;
    case 'length':
      return length;
    case 'name':
      return kind === 'forloop' ? name : undefined;
    case 'col0':
      return columns && `(${index} % ${columns})`;
    case 'col':
      return columns && `(${index} % ${columns} + 1)`;
    default:
      return undefined;
  }
}
