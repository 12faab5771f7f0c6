import { loopsAround, type Scopes } from '../document/scopes.ts';
import { originOf } from '../document/setting-values.ts';
import type { ThemeFile } from '../document/theme-documents.ts';
import { type Around, type Call, textOf, type Uses } from '../document/uses.ts';
import { keyOf, nodesIn } from '../document/walk.ts';
import { nameOf, roleOf } from '../language/paths.ts';
import type { ValueType } from '../language/value-types.ts';
import type { Expression, Lookup, Name, Segment, Span } from '../syntax/expression.ts';
import type { Occurrence, Thing } from './things.ts';
import { typesOf } from './values.ts';

/** What a Liquid file names, its schema apart. */
export function liquidOccurrences(scopes: Scopes, file: ThemeFile): Occurrence[] {
  const uses = scopes.uses(file.path);
  return uses ? new Gatherer(scopes, file, uses).found : [];
}

class Gatherer {
  readonly found: Occurrence[] = [];
  readonly #scopes: Scopes;
  readonly #file: ThemeFile;
  readonly #uses: Uses;
  /** The snippet that the file is. */
  readonly #snippet: string | undefined;

  constructor(scopes: Scopes, file: ThemeFile, uses: Uses) {
    this.#scopes = scopes;
    this.#file = file;
    this.#uses = uses;
    this.#snippet = roleOf(file.path) === 'snippet' ? nameOf(file.path) : undefined;
    for (const call of uses.calls) this.#call(call);
    for (const { lookup, around } of uses.reads) this.#read(lookup, around);
    for (const { name } of uses.sets) this.#name(name, this.#variable(name.text), true);
    for (const { variable } of uses.loops) this.#name(variable, this.#variable(variable.text, variable.offset), true);
    for (const { left, right, around } of uses.compared) {
      this.#compared(left, right, around);
      this.#compared(right, left, around);
    }
    for (const { name } of uses.parameters ?? []) this.#name(name, this.#parameter(name.text), true);
    for (const { piped } of uses.filtered) {
      if (piped.filters[0]?.name === 'asset_url') this.#quoted(piped.value, { kind: 'asset', owner: '' });
    }
    this.#sections();
  }

  #add(from: number, to: number, things: readonly Thing[], isDeclaration = false): void {
    // A name that is written in another way, such as `['name']`, is left alone.
    if (this.#file.source.slice(from, to) !== things[0]?.name) return;
    this.found.push({ from, to, things, ...(isDeclaration && { isDeclaration }) });
  }

  #name({ text, offset }: Name, thing: Thing, isDeclaration = false): void {
    this.#add(offset, offset + text.length, [thing], isDeclaration);
  }

  /** A parameter that a snippet sets anew stays the parameter: before the tag, its name means what is passed. @param at of a loop's variable */
  #variable(name: string, at?: number): Thing {
    if (at === undefined && this.#scopes.parameters(this.#snippet ?? '').has(name)) return this.#parameter(name);
    return { kind: 'variable', owner: this.#file.path, name, ...(at !== undefined && { at }) };
  }

  #parameter(name: string, snippet = this.#snippet ?? ''): Thing {
    return { kind: 'parameter', owner: snippet, name };
  }

  /** A quoted text that is a name. */
  #quoted(expression: Expression, thing: Omit<Thing, 'name'>): void {
    const name = textOf(expression);
    const place = expression.kind === 'literal' ? expression.place : undefined;
    if (name !== undefined && place) this.#add(place.offset + 1, place.end - 1, [{ ...thing, name }]);
  }

  #call({ meaning, snippet }: Call): void {
    this.#quoted(meaning.file, { kind: 'snippet', owner: '' });
    if (snippet === undefined) return;
    for (const { name } of meaning.passed) this.#name(name, this.#parameter(name.text, snippet));
    if (meaning.alias) this.#name(meaning.alias, this.#parameter(meaning.alias.text, snippet));
  }

  /** Sections that tags name. */
  #sections(): void {
    for (const node of nodesIn(this.#file.liquid().nodes)) {
      if (node.kind === 'tag' && node.meaning?.kind === 'section')
        this.#quoted(node.meaning.type, { kind: 'section', owner: '' });
    }
  }

  #read(lookup: Lookup, around: Around): void {
    const { root, offset } = lookup;
    if (typeof root !== 'string') return;
    const thing = this.#rootThing(root, around);
    if (thing) this.#add(offset, offset + root.length, [thing]);
    const steps = this.#scopes.steps(this.#file.path, lookup, around);
    lookup.path.forEach((segment, at) => {
      const name = keyOf(segment);
      const things = name === undefined ? [] : this.#settings(steps[at]?.type, name);
      const place = name === undefined ? undefined : placeOfKey(segment, name);
      if (place && things.length > 0) this.#add(place.offset, place.end, things);
    });
  }

  /** What the first name of a path is, where the theme gives it. */
  #rootThing(root: string, around: Around): Thing | undefined {
    const loop = loopsAround(around).find(({ variable }) => variable.text === root);
    if (loop) return this.#variable(root, loop.variable.offset);
    if (this.#uses.setsOf.has(root)) return this.#variable(root);
    const variable = this.#scopes.variable(this.#file.path, root, around);
    if (this.#snippet === undefined || variable?.by === 'turn') return undefined;
    return variable === undefined || variable.by === 'call' || variable.by === 'open'
      ? this.#parameter(root)
      : undefined;
  }

  /** The settings that a property of a value may be. */
  #settings(type: ValueType | undefined, name: string): Thing[] {
    return (type ? typesOf(type) : [])
      .flatMap((one): Thing[] => {
        if (one.kind !== 'settings') return [];
        const owner =
          originOf(one)?.section ?? (roleOf(this.#file.path) === 'section' ? nameOf(this.#file.path) : undefined);
        if (one.owner === 'theme') return [{ kind: 'theme setting', owner: '', name }];
        if (owner === undefined) return [];
        return [{ kind: one.owner === 'section' ? 'section setting' : 'block setting', owner, name }];
      })
      .filter(
        (thing, at, all) => all.findIndex((other) => other.kind === thing.kind && other.owner === thing.owner) === at,
      );
  }

  /** The type of a block that a path is compared with. */
  #compared(value: Expression, constant: Expression, around: Around): void {
    const text = textOf(constant);
    const place = constant.kind === 'literal' ? constant.place : undefined;
    if (value.kind !== 'lookup' || text === undefined || !place || keyOf(value.path.at(-1)) !== 'type') return;
    const owner = this.#scopes.steps(this.#file.path, value, around).at(value.path.length - 1)?.type;
    const sections = new Set((owner ? typesOf(owner) : []).flatMap((type) => sectionOfBlock(type) ?? []));
    const things = [...sections].map((section): Thing => ({ kind: 'block type', owner: section, name: text }));
    if (things.length > 0) this.#add(place.offset + 1, place.end - 1, things);
  }
}

/** The section whose block a value is. */
function sectionOfBlock({ fields }: ValueType): string | undefined {
  const settings = fields && Object.hasOwn(fields, 'settings') ? fields.settings : undefined;
  return settings?.owner === 'block' ? originOf(settings)?.section : undefined;
}

/** Where the name of a segment stands: `.name`, `['name']`. */
function placeOfKey(segment: Segment, name: string): Span | undefined {
  if ('index' in segment) {
    const place = segment.index.kind === 'literal' ? segment.index.place : undefined;
    return place && { offset: place.offset + 1, end: place.end - 1 };
  }
  return { offset: segment.end - name.length, end: segment.end };
}
