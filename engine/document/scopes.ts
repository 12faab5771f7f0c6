import { FILTERS, type FilterArgument, resultOf } from '../language/filters.ts';
import { OBJECTS, OF_LOOP } from '../language/objects.ts';
import { nameOf } from '../language/paths.ts';
import { ANY, elementOf, type Fields, listOf, propertyOf, unionOf, type ValueType } from '../language/value-types.ts';
import { lazy } from '../runtime/lazy.ts';
import type { Expression, FilterCall, Literal, Lookup, Piped, Segment } from '../syntax/expression.ts';
import { type DocParameter, typeOfWord } from './doc-comment.ts';
import { guarded, narrowed } from './narrowing.ts';
import { objectsOfRole, roleOfFile } from './role-objects.ts';
import type { ThemeDocuments, ThemeFile } from './theme-documents.ts';
import { type Around, type Call, type Loop, loopOf, type Setting, textOf, type Uses, usesOf } from './uses.ts';
import { keyOf } from './walk.ts';

/** A variable that is there at a place. */
export interface Variable {
  readonly name: string;
  /**
   * What gives the variable its value: a loop around the place, the loop's turn (`forloop`), tags of the file, those who call the
   * snippet, the page. `open`: perhaps something that only a page that is rendered tells.
   */
  readonly by: 'loop' | 'turn' | 'file' | 'call' | 'page' | 'open';
  readonly type: ValueType;
  /** The loop, or the tags of the file, that give the value. */
  readonly loop?: Loop;
  readonly sets?: readonly Setting[];
  /** There is a value before the file sets one. */
  readonly isGiven?: boolean;
}

/** A parameter of a snippet. */
export interface Parameter {
  readonly name: string;
  readonly type: ValueType;
  /** What `{% doc %}` tells of the parameter. */
  readonly doc: DocParameter | undefined;
  /** How many of the calls pass the parameter. */
  readonly passed: number;
}

/** A tag that calls a snippet, and its file. */
export interface CallOf {
  readonly path: string;
  readonly call: Call;
}

/** A property that surely is not there. */
export interface MissingProperty {
  readonly segment: Segment;
  readonly name: string;
  /** The type of what has no such property. */
  readonly of: ValueType;
}

const TEXT: ValueType = { kind: 'text' };
const NUMBER: ValueType = { kind: 'number' };

/**
 * Which variables are there at each place of a theme, and what is known of their values: `theme.known(scopesOf)`. Where something
 * is not certain the type is `any`.
 */
export const scopesOf = (theme: ThemeDocuments): Scopes => new Scopes(theme);

/** Made once for a theme: `theme.known(scopesOf)`. Paths are those of the theme's files; `around` is what a place stands in (`Uses.around`). */
export class Scopes {
  readonly #theme: ThemeDocuments;
  readonly #uses = new Map<string, Uses>();
  readonly #calls = new Map<string, CallOf[]>();
  /** Snippets that some file includes. */
  readonly #included = new Set<string>();
  /** Some file includes a snippet whose name is computed: any snippet may be meant. */
  #includesAny = false;
  readonly #objects = new Map<string, Fields>();
  readonly #types = new Map<Setting | Loop, ValueType>();
  readonly #names = new Map<string, ReadonlySet<string>>();
  readonly #ofFiles = new Map<string, Variable>();
  /** How many values are being looked at, each for that before. */
  #depth = 0;
  readonly #parameters = new Map<string, ReadonlyMap<string, Parameter>>();
  readonly #shared = new Map<string, ReadonlySet<string> | null>();

  constructor(theme: ThemeDocuments) {
    this.#theme = theme;
    for (const file of theme.files.values()) if (file.path.endsWith('.liquid')) this.#noteCalls(file);
  }

  #noteCalls(file: ThemeFile): void {
    const uses = file.known(usesOf);
    this.#uses.set(file.path, uses);
    for (const call of uses.calls) {
      const { snippet, meaning } = call;
      if (meaning.tag === 'include') {
        if (snippet === undefined) this.#includesAny = true;
        else this.#included.add(snippet);
      }
      if (snippet === undefined) continue;
      const calls = this.#calls.get(snippet);
      if (calls) calls.push({ path: file.path, call });
      else this.#calls.set(snippet, [{ path: file.path, call }]);
    }
  }

  /** What a file does with names. */
  uses(path: string): Uses | undefined {
    return this.#uses.get(path);
  }

  /** The tags that name a snippet. */
  callsOf(snippet: string): readonly CallOf[] {
    return this.#calls.get(snippet) ?? [];
  }

  /** Whether the file shares its variables with a snippet that it includes, or with a file that includes it. */
  shares(path: string): boolean {
    const isIncluded = roleOfFile(path) === 'snippet' && (this.#includesAny || this.#included.has(nameOf(path)));
    return isIncluded || (this.uses(path)?.calls.some(({ meaning }) => meaning.tag === 'include') ?? false);
  }

  /** All variables that are there at a place; an object that the file sets anew stands once. */
  variables(path: string, offset: number): readonly Variable[] {
    const around = this.uses(path)?.around(offset);
    const names = new Set<string>(loopsAround(around).flatMap(({ variable, turn }) => [variable.text, turn]));
    for (const { name, end } of this.uses(path)?.sets ?? []) if (end <= offset) names.add(name.text);
    for (const name of this.#setByPartials(path) ?? []) names.add(name);
    if (roleOfFile(path) === 'snippet') for (const name of this.parameters(nameOf(path)).keys()) names.add(name);
    for (const name of Object.keys(this.#objectsOf(path))) names.add(name);
    return [...names].flatMap((name) => this.variable(path, name, around ?? NOWHERE) ?? []);
  }

  /** All names that a file has, each at some place or other. */
  namesIn(path: string): ReadonlySet<string> {
    let names = this.#names.get(path);
    if (!names) {
      const { sets = [], loopNames = [] } = this.uses(path) ?? {};
      const parameters = roleOfFile(path) === 'snippet' ? this.parameters(nameOf(path)).keys() : [];
      const set = [...sets.map(({ name }) => name.text), ...loopNames];
      names = new Set([...Object.keys(this.#objectsOf(path)), ...parameters, ...set, 'forloop', 'tablerowloop']);
      this.#names.set(path, names);
    }
    return names;
  }

  /** The variable of a name at a place; undefined where there surely is none. */
  variable(path: string, name: string, around: Around): Variable | undefined {
    const loop = loopOf(name, around);
    if (loop) return { name, by: 'loop', type: this.#typeOfTurns(path, loop), loop };
    if (name === 'forloop' || name === 'tablerowloop') {
      const turning = loopsAround(around).find(({ turn }) => turn === name);
      if (turning) return { name, by: 'turn', type: OBJECTS[name] ?? ANY, loop: turning };
    }
    const given = this.#given(path, name);
    const shared = this.#setByPartials(path);
    if (shared === null || shared.has(name)) return { name, by: given && shared ? given.by : 'open', type: ANY };
    const sets = this.uses(path)?.setsOf.get(name);
    if (sets) return this.#ofFile(path, name, sets, given);
    return given ?? (this.uses(path)?.doubtful.has(name) ? { name, by: 'open', type: ANY } : undefined);
  }

  /** A variable that the file sets: the same one at all places, whose type is found once. */
  #ofFile(path: string, name: string, sets: readonly Setting[], given: Variable | undefined): Variable {
    const key = `${path}\n${name}`;
    const known = this.#ofFiles.get(key);
    if (known) return known;
    const variable = { name, by: 'file', sets, isGiven: given !== undefined } as const;
    // One that is set from itself.
    this.#ofFiles.set(key, { ...variable, type: ANY });
    const type = unionOf([given?.type, ...sets.map((set) => this.#typeOfSetting(path, set))]) ?? ANY;
    this.#ofFiles.set(key, { ...variable, type });
    return { ...variable, type };
  }

  /** What a file has of a name before it sets anything. */
  #given(path: string, name: string): Variable | undefined {
    const objects = this.#objectsOf(path);
    if (Object.hasOwn(objects, name)) return { name, by: 'page', type: objects[name] ?? ANY };
    if (roleOfFile(path) !== 'snippet') return undefined;
    const snippet = nameOf(path);
    const parameter = this.parameters(snippet).get(name);
    if (parameter) return { name, by: 'call', type: parameter.type };
    if (name === 'forloop' && this.callsOf(snippet).some(({ call }) => call.meaning.joint === 'for')) {
      return { name, by: 'turn', type: OF_LOOP.forloop };
    }
    return this.isOpen(path) ? { name, by: 'open', type: ANY } : undefined;
  }

  #objectsOf(path: string): Fields {
    let objects = this.#objects.get(path);
    if (!objects) {
      objects = objectsOfRole(this.#theme, path);
      this.#objects.set(path, objects);
    }
    return objects;
  }

  /**
   * Names that the partials a file includes may set.
   * @returns null where any name may be set: a partial's name is computed, or a partial cannot be read
   */
  #setByPartials(path: string): ReadonlySet<string> | null {
    const known = this.#shared.get(path);
    if (known !== undefined) return known;
    const names = new Set<string>();
    let isAny = false;
    const visited = new Set<string>();
    const visit = (from: string) => {
      if (visited.has(from)) return;
      visited.add(from);
      const uses = this.uses(from);
      if (!uses || uses.doubtful.size > 0) isAny = true;
      for (const { meaning, snippet } of uses?.calls ?? []) {
        if (meaning.tag !== 'include') continue;
        if (snippet === undefined) isAny = true;
        else visit(partialPath(snippet));
      }
      if (from !== path) for (const { name } of uses?.sets ?? []) names.add(name.text);
    };
    if (this.uses(path)?.calls.some(({ meaning }) => meaning.tag === 'include')) visit(path);
    const shared = isAny ? null : names;
    this.#shared.set(path, shared);
    return shared;
  }

  /**
   * Whether a snippet may see names that nothing in the theme tells: something includes it, nothing that can be read calls it, or a
   * file that names it has mistakes, and the snippet itself declares no parameters.
   */
  isOpen(path: string): boolean {
    if (roleOfFile(path) !== 'snippet') return false;
    const snippet = nameOf(path);
    if (this.#includesAny || this.#included.has(snippet)) return true;
    if (this.declares(path)) return false;
    return this.callsOf(snippet).length === 0 || this.#namedInDoubt().has(snippet);
  }

  /** Whether a snippet tells its parameters in `{% doc %}`. */
  declares(path: string): boolean {
    return (this.uses(path)?.parameters?.length ?? 0) > 0;
  }

  /** Words in quotes of files that have mistakes: a snippet of this name may be called with more than was read. */
  readonly #namedInDoubt = lazy((): ReadonlySet<string> => {
    const words = new Set<string>();
    for (const file of this.#theme.files.values()) {
      if (!file.path.endsWith('.liquid') || file.liquid().mistakes.length === 0) continue;
      for (const [, word = ''] of file.source.matchAll(/["']([\w./-]+)(?=["'])/g)) words.add(word);
    }
    return words;
  });

  /** What a snippet may be passed: what its `{% doc %}` tells, and what the tags that render it pass. */
  parameters(snippet: string): ReadonlyMap<string, Parameter> {
    const known = this.#parameters.get(snippet);
    if (known) return known;
    // A snippet that calls itself passes on what is not known yet.
    this.#parameters.set(snippet, new Map());
    const docs = new Map((this.uses(partialPath(snippet))?.parameters ?? []).map((doc) => [doc.name.text, doc]));
    const types = new Map<string, (ValueType | undefined)[]>(Array.from(docs.keys(), (name) => [name, []]));
    for (const { path, call } of this.callsOf(snippet)) {
      if (call.meaning.tag !== 'render') continue;
      for (const [name, type] of this.#passedBy(path, call, snippet)) {
        const others = types.get(name);
        if (others) others.push(type);
        else types.set(name, [type]);
      }
    }
    const parameters = new Map<string, Parameter>();
    for (const [name, given] of types) {
      const doc = docs.get(name);
      const type = given.length > 0 ? unionOf(given) : typeOfWord(doc?.type ?? '');
      parameters.set(name, { name, type: type ?? ANY, doc, passed: given.length });
    }
    this.#parameters.set(snippet, parameters);
    return parameters;
  }

  /** What one call passes, by name. */
  #passedBy(path: string, { meaning, around }: Call, snippet: string): Map<string, ValueType | undefined> {
    const passed = new Map<string, ValueType | undefined>();
    for (const { name, value } of meaning.passed)
      passed.set(
        name.text,
        this.#deeper(() => this.#typeOf(path, value, around)),
      );
    const bound = boundName(meaning, snippet);
    if (bound === undefined || !meaning.bound) return passed;
    const { bound: value } = meaning;
    const type = this.#deeper(() => this.#typeOf(path, value, around));
    passed.set(bound, meaning.joint === 'for' && type ? elementOf(type) : type);
    return passed;
  }

  /** The type of an expression; `any` where nothing is known. */
  typeOf(path: string, expression: Expression, around: Around): ValueType {
    return this.#typeOf(path, expression, around) ?? ANY;
  }

  /** @returns undefined for nothing: `nil`, `blank` and the like */
  #typeOf(path: string, expression: Expression, around: Around): ValueType | undefined {
    if (expression.kind === 'lookup') return this.#typeOfLookup(path, expression, around);
    return expression.kind === 'literal' ? typeOfLiteral(expression) : expression.kind === 'range' ? ANY : undefined;
  }

  #typeOfLookup(path: string, lookup: Lookup, around: Around): ValueType {
    return this.#walk(path, lookup, around).at(-1)?.type ?? ANY;
  }

  /** The type of a value behind its filters. */
  typeOfPiped(path: string, { value, filters }: Piped, around: Around): ValueType {
    return this.#throughFilters(path, this.#typeOf(path, value, around), filters, around).at(-1) ?? ANY;
  }

  /** The type of what each filter gets. */
  inputsOf(path: string, { value, filters }: Piped, around: Around): readonly ValueType[] {
    const types = this.#throughFilters(path, this.#typeOf(path, value, around), filters, around);
    return types.slice(0, -1).map((type) => type ?? ANY);
  }

  /** The type before the first filter, and behind each. */
  #throughFilters(
    path: string,
    value: ValueType | undefined,
    filters: readonly FilterCall[],
    around: Around,
  ): (ValueType | undefined)[] {
    const types = [value];
    for (const filter of filters) types.push(this.#filtered(path, types.at(-1), filter, around));
    return types;
  }

  #filtered(
    path: string,
    type: ValueType | undefined,
    { name, values }: FilterCall,
    around: Around,
  ): ValueType | undefined {
    const facts = FILTERS.get(name);
    // An unknown filter changes nothing.
    if (!facts) return type;
    const given = values.map((one): FilterArgument => ({ type: this.typeOf(path, one, around), text: textOf(one) }));
    const [key, wanted] = given;
    if (facts.result === 'same or argument') return unionOf([type, key?.type]);
    const result = resultOf(facts, type ?? ANY, given);
    if (name !== 'where' || !result.of || key?.text === undefined || wanted?.text === undefined) return result;
    return listOf(narrowed(result.of, key.text, [wanted.text]));
  }

  /**
   * The type at each step of a path, that of the variable first; the last one is undefined where the property surely is not
   * there. @returns the steps up to there
   */
  steps(path: string, lookup: Lookup, around: Around): readonly { readonly type: ValueType | undefined }[] {
    return this.#walk(path, lookup, around);
  }

  /** The first property of a path that surely is not there. */
  missing(path: string, lookup: Lookup, around: Around): MissingProperty | undefined {
    const steps = this.#walk(path, lookup, around);
    const last = steps.length - 1;
    const [segment, of] = [lookup.path[last - 1], steps[last - 1]?.type];
    const name = keyOf(segment);
    if (!segment || !of || name === undefined || steps[last]?.type) return undefined;
    return { segment, name, of };
  }

  #walk(path: string, lookup: Lookup, around: Around): { type: ValueType | undefined }[] {
    if (typeof lookup.root !== 'string') return [];
    const variable = this.variable(path, lookup.root, around);
    // A variable that the file sets may have changed since the condition.
    const guard = variable?.by === 'file' ? undefined : around.guard;
    let written: string | undefined = lookup.root;
    let type: ValueType | undefined = guarded(variable?.type ?? ANY, written, guard);
    const steps: { type: ValueType | undefined }[] = [{ type }];
    for (const segment of lookup.path) {
      const key = keyOf(segment);
      type = key === undefined ? elementAt(type) : propertyOf(type, key);
      written = key === undefined || written === undefined ? undefined : `${written}.${key}`;
      if (type && written !== undefined) type = guarded(type, written, guard);
      steps.push({ type });
      if (!type) break;
    }
    return steps;
  }

  #typeOfTurns(path: string, loop: Loop): ValueType {
    const known = this.#types.get(loop);
    if (known) return known;
    this.#types.set(loop, ANY);
    const { list, around } = loop;
    const type = list.kind === 'range' ? NUMBER : elementOf(this.#deeper(() => this.typeOf(path, list, around)) ?? ANY);
    this.#types.set(loop, type);
    return type;
  }

  #typeOfSetting(path: string, setting: Setting): ValueType | undefined {
    const known = this.#types.get(setting);
    if (known) return known;
    this.#types.set(setting, ANY);
    const { by, piped, around } = setting;
    const type =
      by === 'count'
        ? NUMBER
        : by === 'capture' || !piped
          ? TEXT
          : this.#deeper(() => this.#pipedOrNothing(path, piped, around));
    if (type) this.#types.set(setting, type);
    return type;
  }

  /** The type of a value that another one depends on; `any` at the end of a long row of such values. */
  #deeper(find: () => ValueType | undefined): ValueType | undefined {
    if (this.#depth >= DEPTH) return ANY;
    this.#depth++;
    const type = find();
    this.#depth--;
    return type;
  }

  #pipedOrNothing(path: string, { value, filters }: Piped, around: Around): ValueType | undefined {
    return this.#throughFilters(path, this.#typeOf(path, value, around), filters, around).at(-1);
  }
}

/** How long a row of values may be of which each depends on the next. */
const DEPTH = 100;

const NOWHERE: Around = { loop: undefined, guard: undefined };

const partialPath = (snippet: string): string => `snippets/${snippet}.liquid`;

/** What the value after `with` or `for` is called in the snippet. */
export function boundName({ bound, alias }: Call['meaning'], snippet: string): string | undefined {
  return bound ? (alias?.text ?? snippet.slice(snippet.lastIndexOf('/') + 1)) : undefined;
}

/** The loops around a place, the innermost first. */
export function loopsAround(around: Around | undefined): readonly Loop[] {
  const loops: Loop[] = [];
  for (let loop = around?.loop; loop; loop = loop.around.loop) loops.push(loop);
  return loops;
}

function typeOfLiteral({ value }: Literal): ValueType | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return TEXT;
  return typeof value === 'boolean' ? { kind: 'truth' } : NUMBER;
}

/** The type of a value at a computed key. */
const elementAt = (type: ValueType): ValueType =>
  type.kind === 'hash' || type.kind === 'list' || type.kind === 'menu' ? (type.of ?? ANY) : ANY;
