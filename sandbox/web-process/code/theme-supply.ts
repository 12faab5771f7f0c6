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

/** A theme as workers load it, of the version that was read. */
interface ReadTheme extends Omit<ThemeData, 'files'> {
  readonly version: string;
  /** Deflated bytes as characters of Latin-1, in V8's heap: thousands of small buffers outside leave holes of twice their size. */
  readonly files: string;
}

/** The versions that a page asks for. */
interface Versions {
  readonly theme: Version;
  readonly content: Version;
}

/** What pages know of so many pictures is as long as what else a site tells all its pages. */
const PICTURES_AS_LONG = 4;

/** Compiles files of a theme. @returns their units, packed, in the order of the files */
type CompileFor = (theme: Version, files: readonly SourceFile[]) => Promise<readonly Uint8Array[]>;

/** Brings workers what they lack: themes, their code, the content of their sites. What was read is kept for other workers. */
export class ThemeSupply {
  readonly #units: UnitCache;
  readonly #compile: CompileFor;
  /** Ids of the code of themes that this program ships. */
  readonly #shipped = new Set<string>();
  /** By id, so that themes of the same code have one list of its files. */
  readonly #codes = new LRUCache<string, ThemeCode>({ max: CODES_KEPT });
  readonly #themes = new LRUCache<string, ReadTheme, ThemeSources>({
    maxSize: DATA_KEPT_BYTES,
    sizeCalculation: ({ files }) => 1 + files.length,
    fetchMethod: (_key, _stale, { context }) => context.theme().then((theme) => this.#take(theme)),
  });
  readonly #contents = new LRUCache<string, { version: string; values: SiteContent }, RenderSources>({
    maxSize: 10_000,
    sizeCalculation: ({ values: { pictures = {} } }) => 1 + Math.ceil(Object.keys(pictures).length / PICTURES_AS_LONG),
    fetchMethod: (_key, _stale, { context }) => context.content(),
  });

  constructor(units: UnitCache, compile: CompileFor) {
    this.#units = units;
    this.#compile = compile;
  }

  /** Notes the themes that this program ships, and compiles what is not kept of their code. @throws what `compile` throws */
  async prepare(themes: readonly ThemeFiles[]): Promise<void> {
    const codes = themes.map(sourceFiles);
    for (const files of codes) this.#shipped.add(codeOf(listingOf(files)).id);
    // One theme after the other: all together would take 14 MB more in the process that compiles.
    for (const files of codes) {
      const keys = new Set(files.map(({ key }) => key));
      const compile = (unmade: readonly SourceFile[]) => this.#compile({ id: OUR_FILES, version: '' }, unmade);
      await this.#units.find([...keys], async () => files, compile);
    }
  }

  /**
   * Whether a theme is a copy of one that this program ships: its code is the same byte for byte, and its data are no larger than those of sites (docs/decisions/shared-isolates.md).
   * @throws what `sources` throw
   */
  async isShipped({ theme, content }: Versions, sources: RenderSources): Promise<boolean> {
    const [read] = await Promise.all([
      this.#themes.forceFetch(versionKey(theme), { context: sources }),
      // The worker that loads the theme will need the content, too.
      this.#contents.forceFetch(versionKey(content), { context: sources }),
    ]);
    return this.#shipped.has(read.code.id) && read.characters <= SHARED_DATA_UNITS;
  }

  /**
   * Adds to a task what its worker lacks.
   * @param lacking without `units`: no worker has seen the theme yet
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
    // Whose code the theme has is known of the version that was asked for, not of a newer one.
    const isAsked = !supplied.read || supplied.read.version === theme.version;
    const mayShareIsolate = task.theme.mayShareIsolate && isAsked;
    return {
      ...task,
      theme: { ...task.theme, ...(supplied.read && dataOf(supplied.read)), mayShareIsolate, units: supplied.units },
      content: { ...task.content, ...values },
    };
  }

  /**
   * Finds the units of a theme. Where a file was replaced before it could be read, reads the theme anew with all of its code, and keeps this reading
   * in place of the first: files of the first are gone, and without the database no page could be made of it again.
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

  /** Keys of units that are not in memory: no worker has these units. */
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

/** Deflate with the least work and memory, which makes text of themes four times as short. */
const LEAST_WORK = { level: 1, windowBits: 14, memLevel: 6, chunkSize: 8 * 1024 };
/** A longer text is deflated by another thread, UTF-16 code units: this one takes a tenth of a millisecond. */
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
