import type { Comparison, Condition, Expression, Lookup, Name, Piped } from '../syntax/expression.ts';
import type { CallMeaning, LoopMeaning, Meaning } from '../syntax/meaning.ts';
import type { Markup } from '../syntax/token.ts';
import { type DocParameter, parametersIn } from './doc-comment.ts';
import type { DocumentNode, TagNode } from './nodes.ts';
import type { ThemeFile } from './theme-documents.ts';
import { expressionsOf, keyOf } from './walk.ts';

/** A loop of a file. */
export interface Loop {
  readonly variable: Name;
  readonly list: Expression;
  readonly turn: 'forloop' | 'tablerowloop';
  /** Where its list is read. */
  readonly around: Around;
  /** Its tag. */
  readonly node: TagNode;
}

/** The only texts that a property may have. */
export interface Narrowing {
  readonly property: string;
  readonly values: readonly string[];
}

/** What surely holds where something stands, because a condition is around it. */
export interface Guard {
  /** The variables that the condition reads. */
  readonly names: ReadonlySet<string>;
  /** What this condition and those around it tell of paths, by what has the property: of `block.type` under `block`. */
  readonly narrows: ReadonlyMap<string, readonly Narrowing[]>;
  readonly outer: Guard | undefined;
}

/** What is around a place: the innermost loop and the innermost condition. */
export interface Around {
  readonly loop: Loop | undefined;
  readonly guard: Guard | undefined;
}

/**
 * What is done with a value: it is put out (`shown`), its truth or nothingness is asked for (`asked`), or it goes somewhere else
 * (`given`: into a variable, a loop, a snippet).
 */
export type Use = 'shown' | 'asked' | 'given';

/** A variable that is read, and the path into it. */
export interface Read {
  readonly lookup: Lookup;
  readonly use: Use;
  readonly around: Around;
}

/** A variable that gets a value. */
export interface Setting {
  readonly name: Name;
  readonly by: 'assign' | 'capture' | 'count';
  /** What is assigned. */
  readonly piped?: Piped;
  readonly around: Around;
  /** From where on it has the value. */
  readonly end: number;
}

/** A snippet that is called. */
export interface Call {
  readonly meaning: CallMeaning;
  /** The snippet's name; undefined where it is computed. */
  readonly snippet: string | undefined;
  readonly node: TagNode;
  readonly around: Around;
}

/** Two values that are compared, also by `case` and `when`. */
export interface Compared {
  readonly left: Expression;
  readonly comparison: Comparison;
  readonly right: Expression;
  readonly around: Around;
}

/** What a file does with names. */
export interface Uses {
  readonly reads: readonly Read[];
  readonly sets: readonly Setting[];
  readonly calls: readonly Call[];
  readonly loops: readonly Loop[];
  /** The names of the variables of the loops. */
  readonly loopNames: ReadonlySet<string>;
  /** The loops whose variable is read. */
  readonly loopsRead: ReadonlySet<Loop>;
  /** Values that pass through filters. */
  readonly filtered: readonly { readonly piped: Piped; readonly around: Around }[];
  readonly compared: readonly Compared[];
  /** What `{% doc %}` tells of the parameters; undefined without that tag. */
  readonly parameters: readonly DocParameter[] | undefined;
  /** The names of variables that are read. */
  readonly names: ReadonlySet<string>;
  /** The settings of each variable, by its name. */
  readonly setsOf: ReadonlyMap<string, readonly Setting[]>;
  /** Some variable's name is known only when it is rendered: `[name]`. */
  readonly namesAreComputed: boolean;
  /** Words of tags that set a variable and could not be read: one of them may be its name. */
  readonly doubtful: ReadonlySet<string>;
  /** Words of tags that have swallowed others, because their own end is misspelt: what sets and reads these names cannot all be seen. */
  readonly swallowed: ReadonlySet<string>;
  /** What is around an offset. */
  around(offset: number): Around;
}

const SETS_NAMES: ReadonlySet<string> = new Set(['assign', 'capture', 'for', 'tablerow', 'increment', 'decrement']);
const NOTHING: Around = { loop: undefined, guard: undefined };

/** What a file does with names: `file.known(usesOf)`. */
export const usesOf = (file: ThemeFile): Uses => new Gatherer(file.liquid().nodes);

class Gatherer implements Uses {
  readonly reads: Read[] = [];
  readonly sets: Setting[] = [];
  readonly calls: Call[] = [];
  readonly loops: Loop[] = [];
  readonly loopNames = new Set<string>();
  readonly loopsRead = new Set<Loop>();
  readonly filtered: { piped: Piped; around: Around }[] = [];
  readonly compared: Compared[] = [];
  parameters: DocParameter[] | undefined;
  readonly names = new Set<string>();
  readonly setsOf = new Map<string, Setting[]>();
  namesAreComputed = false;
  readonly doubtful = new Set<string>();
  readonly swallowed = new Set<string>();
  readonly #regions: { start: number; end: number; around: Around }[] = [];

  constructor(nodes: readonly DocumentNode[]) {
    this.#nodes(nodes, NOTHING);
  }

  around(offset: number): Around {
    return this.#regions.findLast(({ start, end }) => start <= offset && offset <= end)?.around ?? NOTHING;
  }

  #nodes(nodes: readonly DocumentNode[], around: Around): void {
    for (const node of nodes) {
      if (node.kind === 'text') continue;
      this.#swallowed(node.markup);
      if (node.kind === 'output') this.#piped(node.piped, 'shown', around);
      else this.#tag(node, around);
    }
  }

  #tag(node: TagNode, around: Around): void {
    const { meaning, name, raw, close, parts } = node;
    for (const { tag } of parts.slice(1)) this.#swallowed(tag.markup);
    if (close) this.#swallowed(close.markup);
    if (name === 'doc' && raw) this.parameters = [...(this.parameters ?? []), ...parametersIn(raw)];
    if (!meaning && SETS_NAMES.has(name)) this.#doubt(node.markup);
    if (meaning?.kind === 'loop') this.#loop(node, meaning, around);
    else if (meaning?.kind === 'case') this.#cases(node, meaning.value, around);
    else if (meaning?.kind === 'condition') this.#conditions(node, around);
    else {
      if (meaning) this.#said(node, meaning, around);
      for (const { nodes } of node.parts) this.#nodes(nodes, around);
      if (meaning?.kind !== 'capture') return;
      this.#set({ name: meaning.variable, by: 'capture', around, end: node.close?.end ?? node.end });
    }
  }

  /** A tag that is ended by the end of a later one has that one among its words. */
  #swallowed(markup: Markup): void {
    if (!/\{[{%]/.test(markup.text)) return;
    for (const word of this.#doubt(markup)) {
      this.names.add(word);
      this.swallowed.add(word);
    }
  }

  #doubt({ text }: Markup): readonly string[] {
    const words = text.match(/[\w-]+/g) ?? [];
    for (const word of words) this.doubtful.add(word);
    return words;
  }

  /** What a tag says that surrounds nothing. */
  #said(node: TagNode, meaning: Meaning, around: Around): void {
    if (meaning.kind === 'call') this.#call(node, meaning, around);
    else if (meaning.kind === 'echo') this.#piped(meaning.piped, 'shown', around);
    else if (meaning.kind === 'assign') {
      const { variable: name, piped } = meaning;
      this.#piped(piped, 'given', around);
      this.#set({ name, by: 'assign', piped, around, end: node.end });
    } else if (meaning.kind === 'count') this.#set({ name: meaning.variable, by: 'count', around, end: node.end });
    else for (const value of expressionsOf(meaning)) this.#expression(value, 'shown', around);
  }

  #loop(node: TagNode, meaning: LoopMeaning, around: Around): void {
    const { variable, list, bounds } = meaning;
    for (const value of [list, ...bounds]) this.#expression(value, 'given', around);
    const turn = node.name === 'tablerow' ? 'tablerowloop' : 'forloop';
    const loop: Loop = { variable, list, turn, around, node };
    this.loops.push(loop);
    this.loopNames.add(loop.variable.text);
    this.#body(node, 0, { loop, guard: withoutName(around.guard, variable.text) });
    for (let part = 1; part < node.parts.length; part++) this.#body(node, part, around);
  }

  #conditions(node: TagNode, around: Around): void {
    const names = new Set<string>();
    node.parts.forEach(({ meaning }, part) => {
      const condition = meaning?.kind === 'condition' ? meaning.condition : undefined;
      if (condition) this.#condition(condition, names, around);
      const holds = condition && !(part === 0 && node.name === 'unless');
      this.#guarded(node, part, names, holds ? narrowings(condition) : [], around);
    });
  }

  #cases(node: TagNode, value: Expression, around: Around): void {
    const names = new Set<string>();
    this.#expression(value, 'asked', around, names);
    const path = value.kind === 'lookup' ? pathOf(value) : undefined;
    node.parts.forEach(({ meaning }, part) => {
      const values = meaning?.kind === 'when' ? meaning.values : [];
      for (const one of values) {
        this.#expression(one, 'asked', around, names);
        this.compared.push({ left: value, comparison: '==', right: one, around });
      }
      const texts = values.map(textOf);
      const narrows = path !== undefined && texts.length > 0 && texts.every((text) => text !== undefined);
      this.#guarded(node, part, names, narrows ? [{ path, values: texts }] : [], around);
    });
  }

  #guarded(node: TagNode, part: number, names: Set<string>, own: readonly NarrowedPath[], around: Around): void {
    const narrows = withNarrowings(around.guard?.narrows ?? new Map(), own);
    this.#body(node, part, { loop: around.loop, guard: { names, narrows, outer: around.guard } });
  }

  #body(node: TagNode, part: number, around: Around): void {
    const { tag, nodes } = node.parts[part] ?? {};
    if (!tag || !nodes) return;
    const end = node.parts[part + 1]?.tag.start ?? node.close?.start ?? node.end;
    this.#regions.push({ start: tag.end, end, around });
    this.#nodes(nodes, around);
  }

  #call(node: TagNode, meaning: CallMeaning, around: Around): void {
    const { file, bound, passed } = meaning;
    this.#expression(file, 'given', around);
    if (bound) this.#expression(bound, 'given', around);
    for (const { value } of passed) this.#expression(value, 'given', around);
    this.calls.push({ meaning, snippet: textOf(file), node, around });
  }

  #set(setting: Setting): void {
    this.sets.push(setting);
    const { text } = setting.name;
    const others = this.setsOf.get(text);
    if (others) others.push(setting);
    else this.setsOf.set(text, [setting]);
  }

  #piped(piped: Piped, use: Use, around: Around): void {
    const { value, filters } = piped;
    if (filters.length > 0) this.filtered.push({ piped, around });
    this.#expression(value, filters[0]?.name === 'default' ? 'asked' : use, around);
    for (const { name, values, named } of filters) {
      const asked = name === 'default' ? 'asked' : use;
      for (const one of [...values, ...named.map((one) => one.value)]) this.#expression(one, asked, around);
    }
  }

  #condition({ tests }: Condition, names: Set<string>, around: Around): void {
    for (const { left, comparison, right } of tests) {
      this.#expression(left, 'asked', around, names);
      if (!right || !comparison) continue;
      this.#expression(right, 'asked', around, names);
      this.compared.push({ left, comparison, right, around });
    }
  }

  #expression(expression: Expression, use: Use, around: Around, names?: Set<string>): void {
    if (expression.kind === 'range') {
      this.#expression(expression.first, use, around, names);
      this.#expression(expression.last, use, around, names);
    }
    if (expression.kind !== 'lookup') return;
    this.reads.push({ lookup: expression, use, around });
    const { root, path } = expression;
    if (typeof root === 'string') {
      this.names.add(root);
      names?.add(root);
      const loop = loopOf(root, around);
      if (loop) this.loopsRead.add(loop);
    } else {
      this.namesAreComputed = true;
      this.#expression(root, use, around, names);
    }
    for (const segment of path) if ('index' in segment) this.#expression(segment.index, 'given', around, names);
  }
}

/** A guard, but for what it says of a name that stands for something else from here on. */
function withoutName(guard: Guard | undefined, name: string): Guard | undefined {
  const isOther = ([owner, told]: [string, readonly Narrowing[]]) =>
    owner !== name &&
    !owner.startsWith(`${name}.`) &&
    (owner !== '' || told.every(({ property }) => property !== name));
  return guard && { ...guard, narrows: new Map([...guard.narrows].filter(isOther)) };
}

/** A path, and the only texts that it may have. */
interface NarrowedPath {
  readonly path: string;
  readonly values: readonly string[];
}

/** What conditions say of one value, the innermost first; of more each reading would have to look at all. */
const NARROWINGS_AT_MOST = 8;
/** Of how many values conditions say something. */
const NARROWED_AT_MOST = 64;

function withNarrowings(outer: Guard['narrows'], own: readonly NarrowedPath[]): Guard['narrows'] {
  if (own.length === 0) return outer;
  const narrows = new Map(outer);
  for (const { path, values } of own) {
    const at = path.lastIndexOf('.');
    const owner = path.slice(0, Math.max(at, 0));
    const others = narrows.get(owner) ?? [];
    if (!narrows.has(owner) && narrows.size >= NARROWED_AT_MOST) continue;
    narrows.set(owner, [{ property: path.slice(at + 1), values }, ...others].slice(0, NARROWINGS_AT_MOST));
  }
  return narrows;
}

/** What the paths of a condition may only be where it holds. */
function narrowings({ tests, operators }: Condition): NarrowedPath[] {
  const single = tests.flatMap(({ left, comparison, right }) => {
    if (comparison !== '==' || !right) return [];
    const [value, constant] = left.kind === 'lookup' ? [left, right] : [right, left];
    const [path, text] = [value.kind === 'lookup' ? pathOf(value) : undefined, textOf(constant)];
    return path === undefined || text === undefined ? [] : [{ path, values: [text] }];
  });
  if (!operators.includes('or')) return single;
  const [first] = single;
  const isOnePath = single.length === tests.length && single.every(({ path }) => path === first?.path);
  if (!first || !isOnePath || operators.includes('and')) return [];
  return [{ path: first.path, values: single.flatMap(({ values }) => values) }];
}

/** Whether a condition around a place asks for a variable. */
export function isAskedAround(name: string, around: Around): boolean {
  for (let guard = around.guard; guard; guard = guard.outer) if (guard.names.has(name)) return true;
  return false;
}

/** The innermost loop around a place that has a variable of this name. */
export function loopOf(name: string, around: Around): Loop | undefined {
  let loop = around.loop;
  while (loop && loop.variable.text !== name) loop = loop.around.loop;
  return loop;
}

/** The text of a constant. */
export const textOf = (expression: Expression): string | undefined =>
  expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined;

/** A path as people write it, where it has names only: `block.settings.titre`. */
export function pathOf({ root, path }: Lookup): string | undefined {
  if (typeof root !== 'string') return undefined;
  const keys = path.map(keyOf);
  return keys.includes(undefined) ? undefined : [root, ...keys].join('.');
}
