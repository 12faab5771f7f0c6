import type { OutputNode } from '../document/nodes.ts';
import type { ThemeDocuments, ThemeFile } from '../document/theme-documents.ts';
import { expressionsOf, keyOf, lookupsIn, nodesIn, saidBy } from '../document/walk.ts';
import type { Expression, Lookup, Segment } from '../syntax/expression.ts';
import type { CallMeaning, Meaning } from '../syntax/meaning.ts';
import { LIQUID_FILE } from './html/of-file.ts';

/** Whose settings are read. */
export type Owner = 'theme' | 'section' | 'block';

/** The settings that something reads. */
interface ReadSettings {
  readonly ids: Set<string>;
  /** All of them may be read: an id is computed, or all are handed to something that is not followed. */
  isAll: boolean;
}

export type SettingReaders = Readonly<Record<Owner, ReadSettings>>;

/** What leads to settings. */
type Kind = 'settings' | 'section' | 'sectionSettings' | 'blocks' | 'block' | 'blockSettings';

const OWNERS: Readonly<Record<Kind, readonly Owner[]>> = {
  settings: ['theme'],
  section: ['section', 'block'],
  sectionSettings: ['section'],
  blocks: ['block'],
  block: ['block'],
  blockSettings: ['block'],
};

const OWNER_OF: Partial<Readonly<Record<Kind, Owner>>> = {
  settings: 'theme',
  sectionSettings: 'section',
  blockSettings: 'block',
};

/** Where a path leads from each kind; what is not here has no settings. */
const STEPS: Partial<Readonly<Record<Kind, Readonly<Record<string, Kind>>>>> = {
  section: { settings: 'sectionSettings', blocks: 'blocks' },
  blocks: { first: 'block', last: 'block' },
  block: { settings: 'blockSettings' },
};

/** A value that goes somewhere, or is read where it stands. */
interface Flow {
  readonly lookup: Lookup;
  /** The variable that gets it, or each element of it. */
  readonly to?: string;
  readonly isElement?: boolean;
  /** Only its truth or its nothingness is asked for. */
  readonly isAsked?: boolean;
}

interface Call {
  readonly snippet: string | undefined;
  readonly isInclude: boolean;
  readonly passed: readonly { readonly name: string; readonly value: Expression; readonly isElement: boolean }[];
}

/** A value that a tag hands to a snippet. */
interface Handed {
  readonly lookup: Lookup;
  readonly call: Call;
  /** What the snippet calls it. */
  readonly name: string;
  readonly isElement: boolean;
}

interface Flows {
  /** By the variable that is read. */
  readonly flows: ReadonlyMap<string, readonly Flow[]>;
  readonly handed: ReadonlyMap<string, readonly Handed[]>;
  readonly calls: readonly Call[];
  /** Tags that share all variables with a snippet. */
  readonly includes: readonly Call[];
  /** What cannot be followed. */
  readonly isUnclear: boolean;
}

function flowsOf(file: ThemeFile): Flows {
  const { nodes, mistakes, traits } = file.liquid();
  const flows = new Map<string, Flow[]>();
  const handed = new Map<string, Handed[]>();
  const calls: Call[] = [];
  for (const said of [...nodesIn(nodes)].flatMap(saidBy)) {
    for (const flow of flowsIn(said)) note(flows, flow);
    if (said.kind !== 'call') continue;
    const call = callOf(said);
    calls.push(call);
    for (const { name, value: lookup, isElement } of call.passed) {
      if (lookup.kind === 'lookup') note(handed, { lookup, call, name, isElement });
    }
  }
  const includes = calls.filter(({ isInclude }) => isInclude);
  return { flows, handed, calls, includes, isUnclear: mistakes.length > 0 || traits.namesAreComputed };
}

function note<One extends { readonly lookup: Lookup }>(by: Map<string, One[]>, one: One): void {
  const { root } = one.lookup;
  if (typeof root !== 'string') return;
  const same = by.get(root);
  if (same) same.push(one);
  else by.set(root, [one]);
}

function flowsIn(said: OutputNode | Meaning): Flow[] {
  const inner = expressionsOf(said).flatMap((expression) =>
    [...lookupsIn(expression)].filter((lookup) => lookup !== expression).map((lookup) => ({ lookup })),
  );
  const outer = expressionsOf(said).flatMap((value) => (value.kind === 'lookup' ? [value] : []));
  // A call hands its values over: they are followed into the snippet.
  if (said.kind === 'call') return inner;
  const flow = (lookup: Lookup): Flow => {
    if (said.kind === 'assign' && lookup === said.piped.value && said.piped.filters.length === 0) {
      return { lookup, to: said.variable.text };
    }
    if (said.kind === 'loop' && lookup === said.list) return { lookup, to: said.variable.text, isElement: true };
    return { lookup, isAsked: said.kind === 'condition' || said.kind === 'case' };
  };
  return [...inner, ...outer.map(flow)];
}

function callOf({ tag, file, joint, bound, alias, passed }: CallMeaning): Call {
  const snippet = file.kind === 'literal' && typeof file.value === 'string' ? file.value : undefined;
  const own = bound ? [{ name: alias?.text ?? nameIn(snippet), value: bound, isElement: joint === 'for' }] : [];
  const values = passed.map(({ name, value }) => ({ name: name.text, value, isElement: false }));
  return { snippet, isInclude: tag === 'include', passed: [...own, ...values] };
}

const nameIn = (snippet = ''): string => snippet.slice(snippet.lastIndexOf('/') + 1);

/** A variable of a file, and what it leads to there. */
interface Fact {
  readonly file: ThemeFile;
  readonly name: string;
  readonly kind: Kind;
}

/**
 * The settings that each section reads by itself and through snippets, and those of the theme that anything reads. What one call hands to a
 * snippet counts for the whole snippet, so that each variable is followed once.
 */
export class Readers {
  readonly theme: ReadSettings = { ids: new Set(), isAll: false };
  readonly sections = new Map<string, SettingReaders>();
  readonly #theme: ThemeDocuments;
  /** The files that include a snippet: they have the variables that it sets. */
  readonly #includers = new Map<ThemeFile, ThemeFile[]>();
  readonly #known = new Set<string>();
  readonly #next: Fact[] = [];

  constructor(theme: ThemeDocuments) {
    this.#theme = theme;
    for (const file of theme.files.values()) if (LIQUID_FILE.test(file.path)) this.#noteIncludes(file);
    for (const file of theme.files.values()) {
      if (!/^(layout|sections)\/.*\.liquid$/.test(file.path)) continue;
      const readers: SettingReaders = { theme: this.theme, section: nothing(), block: nothing() };
      this.#known.clear();
      this.#arrive({ file, name: 'settings', kind: 'settings' });
      if (file.path.startsWith('sections/')) {
        this.#arrive({ file, name: 'section', kind: 'section' });
        this.sections.set(file.path, readers);
      }
      for (let fact = this.#next.pop(); fact; fact = this.#next.pop()) this.#follow(fact, readers);
    }
  }

  #noteIncludes(file: ThemeFile): void {
    for (const call of file.known(flowsOf).includes) {
      const included = this.#fileOf(call);
      if (!included) continue;
      const includers = this.#includers.get(included);
      if (includers) includers.push(file);
      else this.#includers.set(included, [file]);
    }
  }

  #arrive(fact: Fact): void {
    const before = this.#known.size;
    if (this.#known.add(`${fact.file.path}\n${fact.name}\n${fact.kind}`).size > before) this.#next.push(fact);
  }

  #follow({ file, name, kind }: Fact, readers: SettingReaders): void {
    const { flows, handed, includes, isUnclear } = file.known(flowsOf);
    if (isUnclear) readAll(kind, readers);
    for (const { lookup, to, isElement, isAsked } of flows.get(name) ?? []) {
      const end = follow(kind, lookup.path, readers);
      if (!end) continue;
      if (to === undefined) {
        if (!isAsked) readAll(end, readers);
        continue;
      }
      const arriving = isElement ? elementOf(end, readers) : end;
      if (arriving) this.#arrive({ file, name: to, kind: arriving });
    }
    for (const { lookup, call, name: to, isElement } of handed.get(name) ?? []) {
      const end = follow(kind, lookup.path, readers);
      const arriving = end && isElement ? elementOf(end, readers) : end;
      if (arriving) this.#hand(call, to, arriving, readers);
    }
    for (const call of includes) this.#hand(call, name, kind, readers);
    for (const includer of this.#includers.get(file) ?? []) this.#arrive({ file: includer, name, kind });
  }

  #hand(call: Call, name: string, kind: Kind, readers: SettingReaders): void {
    const file = this.#fileOf(call);
    if (file) this.#arrive({ file, name, kind });
    else readAll(kind, readers);
  }

  #fileOf({ snippet }: Call): ThemeFile | undefined {
    const { files } = this.#theme;
    return snippet === undefined
      ? undefined
      : (files.get(`snippets/${snippet}.liquid`) ?? files.get(`snippets/${snippet}`));
  }
}

const nothing = (): ReadSettings => ({ ids: new Set(), isAll: false });

function readAll(kind: Kind, readers: SettingReaders): void {
  for (const owner of OWNERS[kind]) readers[owner].isAll = true;
}

/** What each turn of a loop has. */
function elementOf(kind: Kind, readers: SettingReaders): Kind | undefined {
  if (kind === 'blocks') return 'block';
  readAll(kind, readers);
  return undefined;
}

/** What a path leads to that still holds settings; notes the settings that are read on the way. */
function follow(begin: Kind, path: readonly Segment[], readers: SettingReaders): Kind | undefined {
  let kind: Kind | undefined = begin;
  for (const segment of path) {
    if (!kind) return undefined;
    const key = keyOf(segment);
    const owner = OWNER_OF[kind];
    if (owner && key !== undefined) readers[owner].ids.add(key);
    if (key === undefined && kind !== 'blocks') readAll(kind, readers);
    if (owner) return undefined;
    kind = key === undefined ? (kind === 'blocks' ? 'block' : undefined) : STEPS[kind]?.[key];
  }
  return kind;
}

/** Snippets that no tag of the theme names; none where a name is computed, or a file cannot be read. */
export function uncalledSnippets({ files }: ThemeDocuments): ReadonlySet<string> {
  const called = new Set<string>();
  for (const file of files.values()) {
    if (!LIQUID_FILE.test(file.path)) continue;
    if (file.liquid().mistakes.length > 0) return new Set();
    for (const { snippet } of file.known(flowsOf).calls) {
      if (snippet === undefined) return new Set();
      called.add(`snippets/${snippet}`).add(`snippets/${snippet}.liquid`);
    }
  }
  return new Set([...files.keys()].filter((path) => path.startsWith('snippets/') && !called.has(path)));
}
