import { SOURCE_UNITS } from '../limits.ts';
import { RenderError } from './errors.ts';
import type { Partial } from './include.ts';
import { runtime } from './index.ts';
import type { SteadyStretch } from './inserts.ts';
import { lazy } from './lazy.ts';
import type { Memory } from './memory.ts';
import type { Places } from './places.ts';
import type { Hash } from './values.ts';

/** What an emitted unit evaluates to. */
export type UnitFactory = (helpers: typeof runtime, link: Link) => LoadedUnit;

/** How a unit reaches the rest of the program that it is part of. */
export interface Link {
  /** What places in its file are counted from. */
  readonly start: number;
  /** The snippet of a name, which may not be there yet. */
  snippet(name: string): Snippet;
  readonly partials: { get(name: string): Partial | undefined };
  /** A new index into what is kept for each theme (`page.constants`). */
  constant(): number;
  /** Declares a steady stretch. @param rendered names of the snippets that the stretch renders */
  stretch(rendered: readonly string[]): SteadyStretch;
}

/** A snippet as `render` calls it. */
interface Snippet {
  run(passed: Hash, outer?: Memory): string;
}

/** The functions of one file, and what a program has to know of it. */
export interface LoadedUnit {
  /** A layout takes nothing, a section its object, a snippet what it is passed. */
  readonly run: (...values: never[]) => string;
  /** Of a snippet. */
  readonly partial?: Partial;
  /** It puts out the same as long as what it reads stays the same. */
  readonly isSteady: boolean;
  /** Names of the snippets that it renders. */
  readonly rendered: readonly string[];
  /** Of a section: whether it reads what a request brings. */
  readonly readsRequest?: boolean;
  /** Of a section: its `{% schema %}`, JSON. */
  readonly schema?: string;
  /** Offsets at which its lines start, JSON. */
  readonly lines: string;
}

/** One file of a program. */
interface ProgramFile {
  readonly path: string;
  /** What it is called by when it is a snippet. */
  readonly snippet?: string | undefined;
  readonly factory: UnitFactory;
}

const LIQUID = '.liquid';

/** Units that reach each other: what the files of one theme, or one template and its snippets, become. */
export class LinkedUnits {
  /** In the order of the files. */
  readonly units: readonly LoadedUnit[];
  /** The files with the starts of their lines, read when an error first asks for them. */
  readonly places: Places;
  readonly #snippets = new Map<string, LoadedUnit>();

  constructor(files: readonly ProgramFile[]) {
    const references = new Map<string, { run: Snippet['run'] }>();
    let constants = 0;
    const shared = {
      snippet(name: string): Snippet {
        const reference = references.get(name) ?? { run: missing(name) };
        references.set(name, reference);
        return reference;
      },
      partials: { get: (name: string) => this.#snippet(name)?.partial },
      constant: () => constants++,
      stretch: (rendered: readonly string[]) => ({ isSteady: lazy(() => this.#areSteady(rendered)) }),
    };
    this.units = files.map(({ factory }, index) => factory(runtime, { ...shared, start: index * SOURCE_UNITS }));
    for (const [index, { snippet }] of files.entries()) {
      const unit = this.units[index];
      if (snippet !== undefined && unit) this.#snippets.set(snippet, unit);
    }
    for (const [name, reference] of references) {
      const snippet = this.#snippet(name);
      if (snippet) reference.run = snippet.run as Snippet['run'];
    }
    this.places = lazy(() => files.map(({ path }, index) => [path, JSON.parse(this.units[index]?.lines ?? '[0]')]));
  }

  /** Whether a unit, and every snippet that it renders, puts out the same as long as what they read stays the same. */
  isSteady({ isSteady, rendered }: LoadedUnit, seen = new Set<string>()): boolean {
    return isSteady && this.#areSteady(rendered, seen);
  }

  #areSteady(snippets: readonly string[], seen = new Set<string>()): boolean {
    return snippets.every((name) => {
      if (seen.has(name)) return true;
      seen.add(name);
      const snippet = this.#snippet(name);
      return snippet !== undefined && this.isSteady(snippet, seen);
    });
  }

  /** A snippet is called by its name, with `.liquid` or without. */
  #snippet(name: string): LoadedUnit | undefined {
    const known = this.#snippets.get(name);
    return known ?? (name.endsWith(LIQUID) ? this.#snippets.get(name.slice(0, -LIQUID.length)) : undefined);
  }
}

const missing = (name: string) => (): never => {
  throw new RenderError(`le snippet « ${name} » n’existe pas`);
};
