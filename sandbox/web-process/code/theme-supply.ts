import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { SiteContent, ThemeFiles } from '../../../engine/index.ts';
import { CODES_KEPT, DATA_KEPT_BYTES, SHARED_DATA_UNITS } from '../../limits.ts';
import {
  type MissingAnswer,
  OUR_FILES,
  type RenderTask,
  type SourceFile,
  type ThemeCode,
  type ThemeData,
  type Version,
  versionKey,
} from '../../messages/protocol.ts';
import { codeOf, listingOf, sourceFiles } from './code-key.ts';
import type { RenderSources, ThemeSource, ThemeSources } from './theme-sources.ts';
import { FileGone, type UnitCache } from './unit-cache.ts';

/** What a worker takes a theme in with, at the version that was read. */
interface ReadTheme extends Omit<ThemeData, 'files'> {
  readonly version: string;
  /** Deflated bytes as characters of Latin-1: thousands of small pieces of memory outside of V8's heap leave holes of twice their size. */
  readonly files: string;
}

/** The versions that a page wants. */
interface Versions {
  readonly theme: Version;
  readonly content: Version;
}

/** Compiles files of a theme. @returns their units, packed, in the order of the files */
export type CompileFor = (theme: Version, files: readonly SourceFile[]) => Promise<readonly Uint8Array[]>;

/** What workers are brought that they lack: themes, their code, the content of their sites. What was read is kept for the next. */
export class ThemeSupply {
  readonly #units: UnitCache;
  readonly #compile: CompileFor;
  /** Ids of the code that is our own. */
  readonly #ownCode = new Set<string>();
  /** By id: themes with the same files have one list of them. */
  readonly #codes = new LRUCache<string, ThemeCode>({ max: CODES_KEPT });
  readonly #themes = new LRUCache<string, ReadTheme, ThemeSources>({
    maxSize: DATA_KEPT_BYTES,
    sizeCalculation: ({ files }) => 1 + files.length,
    fetchMethod: (_key, _stale, { context }) => context.theme().then((theme) => this.#take(theme)),
  });
  readonly #contents = new LRUCache<string, { version: string; values: SiteContent }, RenderSources>({
    maxSize: 10_000,
    sizeCalculation: () => 1,
    fetchMethod: (_key, _stale, { context }) => context.content(),
  });

  constructor(units: UnitCache, compile: CompileFor) {
    this.#units = units;
    this.#compile = compile;
  }

  /** Takes these themes for our own, and makes their code as far as it is not kept from before. @throws what `compile` throws */
  async prepare(themes: readonly ThemeFiles[]): Promise<void> {
    const codes = themes.map(sourceFiles);
    for (const files of codes) this.#ownCode.add(codeOf(listingOf(files)).id);
    // One theme after the other: all at once would leave 14 MB more in the process that compiles.
    for (const files of codes) {
      const keys = new Set(files.map(({ key }) => key));
      const compile = (unmade: readonly SourceFile[]) => this.#compile({ id: OUR_FILES, version: '' }, unmade);
      await this.#units.find([...keys], async () => files, compile);
    }
  }

  /**
   * Whether a theme is a copy of one that this program ships: its code is the same byte for byte, and its data are no larger than those of sites.
   * @throws what `sources` throw
   */
  async isShipped({ theme, content }: Versions, sources: RenderSources): Promise<boolean> {
    const [read] = await Promise.all([
      this.#themes.forceFetch(versionKey(theme), { context: sources }),
      // Whoever takes the theme in needs it, too.
      this.#contents.forceFetch(versionKey(content), { context: sources }),
    ]);
    return this.#ownCode.has(read.code.id) && read.characters <= SHARED_DATA_UNITS;
  }

  /**
   * @param lacking what its worker lacks; without `units`, no worker has seen the theme yet
   * @returns the task with that
   * @throws what `sources` and `compile` throw
   */
  async addTo(
    task: RenderTask,
    lacking: Pick<MissingAnswer, 'theme' | 'content'> & Partial<MissingAnswer>,
    { theme, content }: Versions,
    sources: RenderSources,
  ): Promise<RenderTask> {
    const [read, values] = await Promise.all([
      lacking.theme ? this.#themes.forceFetch(versionKey(theme), { context: sources }) : null,
      lacking.content ? this.#contents.forceFetch(versionKey(content), { context: sources }) : null,
    ]);
    const supplied = await this.#withCode(theme, read, lacking.units ?? this.#unknownOf(read), sources);
    // Of a newer version than the one that was asked for it is not known whose code it has.
    const isAsked = !supplied.read || supplied.read.version === theme.version;
    const mayShareIsolate = task.theme.mayShareIsolate && isAsked;
    return {
      ...task,
      theme: { ...task.theme, ...(supplied.read && dataOf(supplied.read)), mayShareIsolate, units: supplied.units },
      content: { ...task.content, ...values },
    };
  }

  /**
   * Where files were replaced before they could be read for their units, the theme is read anew, with all of its code at once. That
   * reading stands for the version from then on: the other's files are gone, and it could not be shown again while the database is away.
   */
  async #withCode(theme: Version, read: ReadTheme | null, keys: readonly string[], sources: ThemeSources) {
    const compile = (files: readonly SourceFile[]) => this.#compile(theme, files);
    try {
      return { read, units: await this.#units.find(keys, sources.code, compile) };
    } catch (error) {
      if (!(error instanceof FileGone)) throw error;
      const whole = await sources.whole();
      const newer = await this.#take(whole);
      this.#themes.set(versionKey(theme), newer);
      return { read: newer, units: await this.#units.find(this.#unknownOf(newer), async () => whole.code, compile) };
    }
  }

  /** What has not been made yet, or was left by an earlier process, no worker has either. */
  #unknownOf(read: ReadTheme | null): readonly string[] {
    return this.#units.unknown((read?.code.files ?? []).map(({ key }) => key));
  }

  async #take({ version, listing, files }: ThemeSource): Promise<ReadTheme> {
    const read = codeOf(listing);
    const code = this.#codes.get(read.id) ?? read;
    this.#codes.set(code.id, code);
    return { version, code, files: await deflate(files), characters: files.length };
  }
}

/** The least work and memory: it takes text of themes to a quarter. */
const LEAST_WORK = { level: 1, windowBits: 14, memLevel: 6, chunkSize: 8 * 1024 };
/** A text of this length is deflated in a tenth of a millisecond, a longer one by another thread, UTF-16 code units. */
const QUICKLY_DEFLATED = 32 * 1024;

const deflateElsewhere = promisify(deflateRaw);

async function deflate(text: string): Promise<string> {
  const isLong = text.length > QUICKLY_DEFLATED;
  const deflated = isLong ? await deflateElsewhere(text, LEAST_WORK) : deflateRawSync(text, LEAST_WORK);
  return deflated.toString('latin1');
}

const dataOf = ({ version, code, files, characters }: ReadTheme) => ({
  version,
  data: { code, files: Buffer.from(files, 'latin1'), characters },
});
