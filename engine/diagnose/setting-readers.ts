import type { DocumentNode, OutputNode } from '../document/nodes.ts';
import type { ThemeDocuments, ThemeFile } from '../document/theme-documents.ts';
import { expressionsOf, keyOf, lookupsIn, meaningsOf, nodesIn } from '../document/walk.ts';
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

interface Flows {
  readonly flows: readonly Flow[];
  readonly calls: readonly Call[];
  /** What cannot be followed. */
  readonly isUnclear: boolean;
}

function flowsOf(file: ThemeFile): Flows {
  const { nodes, mistakes, traits } = file.liquid();
  const flows: Flow[] = [];
  const calls: Call[] = [];
  for (const said of [...nodesIn(nodes)].flatMap(saidBy)) {
    if (said.kind === 'call') calls.push(callOf(said));
    flows.push(...flowsIn(said));
  }
  return { flows, calls, isUnclear: mistakes.length > 0 || traits.namesAreComputed };
}

function saidBy(node: DocumentNode): readonly (OutputNode | Meaning)[] {
  if (node.kind === 'text') return [];
  return node.kind === 'output' ? [node] : meaningsOf(node);
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
  const own = bound ? [{ name: alias?.text ?? snippet ?? '', value: bound, isElement: joint === 'for' }] : [];
  const values = passed.map(({ name, value }) => ({ name: name.text, value, isElement: false }));
  return { snippet, isInclude: tag === 'include', passed: [...own, ...values] };
}

type Variables = ReadonlyMap<string, ReadonlySet<Kind>>;

/** The settings that each section reads by itself and through snippets, and those of the theme that anything reads. */
export class Readers {
  readonly theme: ReadSettings = { ids: new Set(), isAll: false };
  readonly sections = new Map<string, SettingReaders>();
  readonly #theme: ThemeDocuments;
  readonly #done = new Set<string>();

  constructor(theme: ThemeDocuments) {
    this.#theme = theme;
    const own = new Map<string, ReadonlySet<Kind>>([['settings', new Set<Kind>(['settings'])]]);
    for (const file of theme.files.values()) {
      if (!/^(layout|sections)\/.*\.liquid$/.test(file.path)) continue;
      const readers: SettingReaders = { theme: this.theme, section: nothing(), block: nothing() };
      this.#done.clear();
      const isSection = file.path.startsWith('sections/');
      this.#follow(file, isSection ? new Map([...own, ['section', new Set<Kind>(['section'])]]) : own, readers);
      if (isSection) this.sections.set(file.path, readers);
    }
  }

  #follow(file: ThemeFile, given: Variables, readers: SettingReaders): void {
    const state = `${file.path} ${[...given].map(([name, kinds]) => `${name}:${[...kinds].join()}`).join()}`;
    if (this.#done.has(state)) return;
    this.#done.add(state);
    const { flows, calls, isUnclear } = file.known(flowsOf);
    if (isUnclear) for (const kinds of given.values()) for (const kind of kinds) readAll(kind, readers);
    const variables = reached(flows, given);
    for (const { lookup, to, isAsked } of flows) {
      for (const kind of kindsAt(lookup, variables, readers)) if (to === undefined && !isAsked) readAll(kind, readers);
    }
    for (const call of calls) this.#call(call, variables, readers);
  }

  #call({ snippet, isInclude, passed }: Call, variables: Variables, readers: SettingReaders): void {
    const handed = new Map<string, ReadonlySet<Kind>>(isInclude ? variables : []);
    for (const { name, value, isElement } of passed) {
      const kinds = value.kind === 'lookup' ? kindsAt(value, variables, readers) : [];
      handed.set(name, new Set(isElement ? kinds.map((kind) => elementOf(kind, readers)).filter(isKind) : kinds));
    }
    const file =
      snippet === undefined
        ? undefined
        : (this.#theme.files.get(`snippets/${snippet}.liquid`) ?? this.#theme.files.get(`snippets/${snippet}`));
    if (file) this.#follow(file, handed, readers);
    else for (const kinds of handed.values()) for (const kind of kinds) readAll(kind, readers);
  }
}

/** What the variables of a file lead to, once all that is assigned has arrived. */
function reached(flows: readonly Flow[], given: Variables): Variables {
  const variables = new Map([...given].map(([name, kinds]) => [name, new Set(kinds)]));
  const count = () => [...variables.values()].reduce((sum, { size }) => sum + size, 0);
  for (let before = -1; before !== count(); ) {
    before = count();
    for (const { lookup, to, isElement } of flows) {
      if (to === undefined) continue;
      const own = variables.get(to) ?? new Set();
      for (const kind of kindsAt(lookup, variables)) {
        const arriving = isElement ? elementOf(kind) : kind;
        if (arriving) own.add(arriving);
      }
      if (own.size > 0) variables.set(to, own);
    }
  }
  return variables;
}

const nothing = (): ReadSettings => ({ ids: new Set(), isAll: false });

const isKind = (kind: Kind | undefined): kind is Kind => kind !== undefined;

function readAll(kind: Kind, readers: SettingReaders): void {
  for (const owner of OWNERS[kind]) readers[owner].isAll = true;
}

/** What each turn of a loop has. */
function elementOf(kind: Kind, readers?: SettingReaders): Kind | undefined {
  if (kind === 'blocks') return 'block';
  if (readers) readAll(kind, readers);
  return undefined;
}

/** What a path leads to that still holds settings; notes the settings that are read on the way. */
function kindsAt({ root, path }: Lookup, variables: Variables, readers?: SettingReaders): Kind[] {
  const kinds = typeof root === 'string' ? [...(variables.get(root) ?? [])] : [];
  return kinds.map((kind) => follow(kind, path, readers)).filter(isKind);
}

function follow(begin: Kind, path: readonly Segment[], readers: SettingReaders | undefined): Kind | undefined {
  let kind: Kind | undefined = begin;
  for (const segment of path) {
    if (!kind) return undefined;
    const key = keyOf(segment);
    const owner = OWNER_OF[kind];
    if (owner && key !== undefined) readers?.[owner].ids.add(key);
    if (key === undefined && kind !== 'blocks' && readers) readAll(kind, readers);
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
