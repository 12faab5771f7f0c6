import type { Range } from './types.ts';

/** What has a name of its own in a theme. */
export interface Thing {
  readonly kind:
    | 'snippet'
    | 'section'
    | 'asset'
    | 'theme setting'
    | 'section setting'
    /** Of any of a section's blocks: blocks that share an id are read by the same code. */
    | 'block setting'
    | 'block type'
    /** A section in one template, by its key. */
    | 'placed section'
    /** A block in one place of a section, by its key. */
    | 'placed block'
    | 'parameter'
    | 'variable';
  readonly name: string;
  /** The section, snippet or file that it belongs to; empty for what the whole theme has. */
  readonly owner: string;
  /** Of a variable of a loop: where the loop names it. */
  readonly at?: number;
}

/** A place that names something: the name alone, without quotes. */
export interface Occurrence extends Range {
  /** More than one where code is shared: a snippet that is passed the settings of two sections. */
  readonly things: readonly Thing[];
  readonly isDeclaration?: true;
}

export const isSameThing = (a: Thing, b: Thing): boolean =>
  a.kind === b.kind && a.name === b.name && a.owner === b.owner && a.at === b.at;

/** The folder and the extension of things that are files. */
const FILES: Partial<Record<Thing['kind'], readonly [folder: string, extension: string]>> = {
  snippet: ['snippets/', '.liquid'],
  section: ['sections/', '.liquid'],
  asset: ['assets/', ''],
};

/** The file that something is, under a name; undefined for what is none. */
export function fileOf({ kind, name }: Pick<Thing, 'kind' | 'name'>): string | undefined {
  const [folder, extension] = FILES[kind] ?? [];
  return folder === undefined ? undefined : `${folder}${name}${extension}`;
}

/** What a file is by its path; undefined for a file that nothing names. */
export function thingOfFile(path: string): Thing | undefined {
  for (const [kind, [folder, extension]] of Object.entries(FILES) as [Thing['kind'], [string, string]][]) {
    if (path.startsWith(folder) && path.endsWith(extension)) {
      return { kind, owner: '', name: path.slice(folder.length, path.length - extension.length) };
    }
  }
  return undefined;
}
