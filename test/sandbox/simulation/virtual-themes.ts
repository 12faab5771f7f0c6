import { type RenderSources, sourcesOf } from '../../../sandbox/web-process/code/theme-sources.ts';
import { CONTENT, themeFiles } from '../../engine/support.ts';
import type { Random } from '../../support/random.ts';

/** What a page of a theme does to the worker that renders it. */
export type Deed =
  | 'page'
  /** It goes on until it is stopped, or until its process is ended. */
  | 'endless'
  | 'unstoppable'
  /** It fills the memory of its isolate, or ends its process. */
  | 'objects'
  | 'kill';

/**
 * The pages of a theme, as those of a kind are. `cpuMs`: processor time of one, from and to, milliseconds; `everyMs`: milliseconds between two visits,
 * at least: more would be more than two processors can do.
 */
interface Kind {
  readonly deed: Deed;
  readonly cpuMs: readonly [number, number];
  readonly everyMs: number;
  /** Files that do the same to what compiles them. */
  readonly compiling?: 'endless' | 'kill';
}

const KINDS = {
  quick: { deed: 'page', cpuMs: [0.5, 15], everyMs: 40 },
  heavy: { deed: 'page', cpuMs: [60, 120], everyMs: 800 },
  slow: { deed: 'page', cpuMs: [200, 900], everyMs: 5_000 },
  endless: { deed: 'endless', cpuMs: [0, 0], everyMs: 100 },
  unstoppable: { deed: 'unstoppable', cpuMs: [0, 0], everyMs: 100 },
  greedy: { deed: 'objects', cpuMs: [20, 100], everyMs: 100 },
  killer: { deed: 'kill', cpuMs: [1, 50], everyMs: 100 },
  bomb: { deed: 'page', cpuMs: [1, 5], everyMs: 100, compiling: 'endless' },
  compileKiller: { deed: 'page', cpuMs: [1, 5], everyMs: 100, compiling: 'kill' },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

export const INNOCENT: readonly KindName[] = ['quick', 'quick', 'quick', 'heavy', 'slow'];
export const HOSTILE: readonly KindName[] = [
  'endless',
  'unstoppable',
  'greedy',
  'killer',
  'killer',
  'bomb',
  'compileKiller',
];

/** What one page will do. */
export interface Plan {
  readonly deed: Deed;
  readonly cpuMs: number;
}

/** Texts of files that do something to what reads them. */
export const TEXTS = { endless: 'ENDLESS', kill: 'KILL' } as const;

const SNIPPET = { 'snippets/all.liquid': 'the same in all themes' };

/** A theme of the simulated world: who it is, and how it behaves at each of its versions. */
export class VirtualTheme {
  readonly id: string;
  readonly kind: KindName;
  /** So many pages it shows before it does what its kind does. */
  readonly #goodPages: number;
  #pages = 0;
  #version = 1;
  /** The first version that does no harm any more. */
  #mendedAt = Number.POSITIVE_INFINITY;
  readonly #sources = new Map<string, RenderSources>();

  constructor(id: string, kind: KindName, goodPages: number) {
    this.id = id;
    this.kind = kind;
    this.#goodPages = goodPages;
  }

  get everyMs(): number {
    return KINDS[this.kind].everyMs;
  }

  get isInnocent(): boolean {
    return INNOCENT.includes(this.kind);
  }

  /** Versions grow as text. */
  get version(): string {
    return String(this.#version).padStart(6, '0');
  }

  /** Its author saves a file. @param mends whether the theme does no harm from then on */
  save({ mends }: { readonly mends: boolean }): void {
    this.#version++;
    if (mends) this.#mendedAt = Math.min(this.#mendedAt, this.#version);
  }

  isHarmless(version: string): boolean {
    return this.isInnocent || Number(version) >= this.#mendedAt;
  }

  /** What the next page of a version does. */
  plan(version: string, random: Random): Plan {
    const isGood = ++this.#pages <= this.#goodPages || Number(version) >= this.#mendedAt;
    const { deed, cpuMs }: Kind = KINDS[isGood && !this.isInnocent ? 'quick' : this.kind];
    return { deed, cpuMs: random.between(...cpuMs) };
  }

  /** How its present version is read. */
  get sources(): RenderSources {
    const { version } = this;
    const known = this.#sources.get(version);
    if (known) return known;
    const kind: Kind = KINDS[this.kind];
    const text = kind.compiling && !this.isHarmless(version) ? TEXTS[kind.compiling] : '';
    const files = themeFiles(`${this.id} ${version} ${text}`, SNIPPET);
    const sources = { ...sourcesOf(version, files), content: async () => ({ version: '1', values: CONTENT }) };
    this.#sources.set(version, sources);
    return sources;
  }
}

/** The id under which pages of a theme are rendered that nobody waits for: no visitor's page has it. */
export const rehearsedId = ({ id }: VirtualTheme): string => `${id}+`;

/** @throws Error where no theme has this id */
export function themeOf(themes: readonly VirtualTheme[], id: string): VirtualTheme {
  const found = themes.find((theme) => theme.id === id || rehearsedId(theme) === id);
  if (!found) throw new Error(`there is no theme ${id}`);
  return found;
}
