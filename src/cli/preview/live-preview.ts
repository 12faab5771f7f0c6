import { setTimeout as sleep } from 'node:timers/promises';
import { adjusted } from '../../../engine/diagnose/check-settings.ts';
import type { Renderer } from '../../../sandbox/index.ts';
import { lookAtChecks } from '../workspace/check-settings.ts';
import { diagnoseFiles, type FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import { type Settled, watchFolder } from '../workspace/watch-folder.ts';
import { Browsers } from './browsers.ts';
import { type Extent, LiveTheme } from './live-theme.ts';
import { missingTemplates } from './missing-templates.ts';
import { type Problem, problemsOf } from './problems.ts';
import { Saves } from './saves.ts';
import { type PreviewServer, startPreviewServer } from './server.ts';

/** A save is shown when nothing was written for this time, milliseconds; later writes are shown as well. */
const SILENCE_MS = 20;
/** Delay of the diagnosis after a save, milliseconds: the page comes first. */
const AFTER_PAGE_MS = 150;

export interface LivePreviewOptions {
  readonly root: string;
  /** The file may be absent. */
  readonly contentFile: string;
  readonly renderer: Renderer;
  readonly port: number;
  readonly isPortFree: boolean;
  readonly say: (line: string) => void;
}

/** A running preview: reads each save, shows it and gets its diagnosis. */
export class LivePreview {
  readonly #live: LiveTheme;
  readonly #root: string;
  readonly #renderer: Renderer;
  readonly #say: (line: string) => void;
  readonly #browsers = new Browsers();
  readonly #saves: Saves;
  #problems: readonly Problem[] = [];
  /** Lines of all known problems. */
  #known: ReadonlySet<string> = new Set();
  /** The version that the diagnosis is about. */
  #diagnosedVersion = '';
  /** Settles when the last reading of the folder has ended; readings run one after the other. */
  #reading: Promise<void> = Promise.resolve();
  #isLookingOver = false;
  #isLookedOver = false;
  #isClosed = false;
  readonly #stops: (() => Promise<void>)[] = [];
  #server: PreviewServer | undefined;

  private constructor(live: LiveTheme, { root, renderer, say }: LivePreviewOptions) {
    this.#live = live;
    this.#root = root;
    this.#renderer = renderer;
    this.#say = say;
    this.#saves = new Saves(say);
  }

  /** @throws CommandRefusal when the folder or the port cannot be used */
  static async start(options: LivePreviewOptions): Promise<LivePreview> {
    const live = await LiveTheme.open(options);
    const preview = new LivePreview(live, options);
    try {
      await preview.#begin(options);
    } catch (error) {
      await preview.close();
      throw error;
    }
    return preview;
  }

  /** Its origin: scheme, host and port. */
  get address(): string {
    return this.#server?.address ?? '';
  }

  /** Addresses of the pages, the home page first. */
  get addresses(): readonly string[] {
    return this.#live.now.content.site.addresses.map((path) => this.address + path);
  }

  /** Where the content that is shown comes from. */
  get contentFrom(): string {
    return this.#live.now.content.found.from;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#saves.close();
    this.#browsers.close();
    for (const stop of this.#stops.splice(0)) await stop();
    await this.#reading;
  }

  async #begin({ root, contentFile, port, isPortFree }: LivePreviewOptions): Promise<void> {
    const server = await startPreviewServer({
      live: this.#live,
      saves: this.#saves,
      browsers: this.#browsers,
      // The last save may have solved the problems of the version before.
      problems: () => (this.#diagnosedVersion === this.#live.now.version ? this.#problems : []),
      port,
      isPortFree,
    });
    this.#server = server;
    this.#stops.push(() => server.close());
    const stopWatching = await watchFolder({
      root,
      contentFile,
      silenceMs: SILENCE_MS,
      settled: (what) => {
        this.#reading = this.#reading.then(() => this.#read(what)).catch((error) => this.#say(String(error.message)));
      },
      failed: (error) => this.#say(`le dossier ne peut plus être surveillé : ${error.message}`),
    });
    this.#stops.push(stopWatching);
    this.#lookOver();
  }

  async #read({ seenAt, isContentTouched }: Settled): Promise<void> {
    const change = await this.#live.refresh(isContentTouched);
    if (this.#isClosed) return;
    // `vitrine.json` is no file of the theme, and changes what is said of the theme.
    if (!change) return void this.#lookOver();
    const { version } = this.#live.now;
    const { paths, extent, styles } = change;
    this.#browsers.tell('enregistrement', { version, etendue: EXTENTS[extent], styles });
    this.#saves.begin(version, paths, seenAt, this.#browsers.size);
    this.#lookOver();
  }

  /** Gets the diagnosis of the theme, while pages are served; again when the theme has changed meanwhile. */
  async #lookOver(): Promise<void> {
    this.#isLookedOver = false;
    if (this.#isLookingOver) return;
    this.#isLookingOver = true;
    while (!this.#isLookedOver) {
      await sleep(AFTER_PAGE_MS);
      if (this.#isClosed) return;
      this.#isLookedOver = true;
      const snapshot = this.#live.now;
      try {
        const { settings, diagnostics: told } = await lookAtChecks(this.#root);
        const found = [...told, ...(await diagnoseFiles(this.#renderer, snapshot.folder, settings))];
        if (this.#isClosed) return;
        this.#diagnosedVersion = snapshot.version;
        const problems = problemsOf([...snapshot.content.mistakes, ...found.filter(isWrong)], snapshot);
        const missing = adjusted(missingTemplates(snapshot.folder, snapshot.content.site), settings);
        this.#note(problems, problemsOf(missing, snapshot));
      } catch (error) {
        if (!this.#isClosed) this.#say((error as Error).message);
      }
    }
    this.#isLookingOver = false;
  }

  /** @param elsewhere problems that only the pages concerned show */
  #note(problems: readonly Problem[], elsewhere: readonly Problem[]): void {
    const known = this.#known;
    const places = new Set(problems.map(({ lieu }) => lieu));
    const lines = [...problems, ...elsewhere.filter(({ lieu }) => !places.has(lieu))].map(lineOf);
    const isMended = lines.length === 0 && known.size > 0;
    this.#problems = problems;
    this.#known = new Set(lines);
    this.#browsers.tell('problemes', { problemes: problems });
    for (const line of lines) if (!known.has(line)) this.#say(line);
    if (isMended) this.#say('Plus aucune erreur.');
  }
}

const EXTENTS = { styles: 'styles', page: 'page', all: 'tout' } as const satisfies Record<Extent, string>;

const isWrong = ({ gravite }: FolderDiagnostic): boolean => gravite === 'erreur';

const lineOf = ({ lieu, message }: Problem): string => `${lieu}: ${message}`;
