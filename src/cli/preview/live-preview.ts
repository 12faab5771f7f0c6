import { setTimeout as sleep } from 'node:timers/promises';
import type { Renderer } from '../../../sandbox/renderer.ts';
import { diagnoseFiles, type FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import { type Settled, watchFolder } from '../workspace/watch-folder.ts';
import { Browsers } from './browsers.ts';
import { type Extent, LiveTheme } from './live-theme.ts';
import { type Problem, problemsOf } from './problems.ts';
import { Saves } from './saves.ts';
import { type PreviewServer, startPreviewServer } from './server.ts';

/** A save is shown after so short a silence, milliseconds: whatever comes later is shown as well. */
const SILENCE_MS = 20;
/** Whoever has saved waits for the page first: a theme is looked over after so long, milliseconds. */
const AFTER_PAGE_MS = 150;

export interface LivePreviewOptions {
  readonly root: string;
  /** Need not be there. */
  readonly contentFile: string;
  readonly renderer: Renderer;
  readonly port: number;
  readonly isPortFree: boolean;
  readonly say: (line: string) => void;
}

/** A preview at work: what is saved is read, shown and looked over. */
export class LivePreview {
  readonly #live: LiveTheme;
  readonly #renderer: Renderer;
  readonly #say: (line: string) => void;
  readonly #browsers = new Browsers();
  readonly #saves: Saves;
  #problems: readonly Problem[] = [];
  /** The version that they were found in. */
  #diagnosedVersion = '';
  /** Readings of the folder, one after the other. */
  #reading: Promise<void> = Promise.resolve();
  #isLookingOver = false;
  #isLookedOver = false;
  #isClosed = false;
  readonly #stops: (() => Promise<void>)[] = [];
  #server: PreviewServer | undefined;

  private constructor(live: LiveTheme, { renderer, say }: LivePreviewOptions) {
    this.#live = live;
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

  /** Where it answers: scheme, host and port. */
  get address(): string {
    return this.#server?.address ?? '';
  }

  /** What there is to see, the home page first. */
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
      // What was wrong before the last save may have been mended by it.
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
    if (!change) return;
    const { version } = this.#live.now;
    const { paths, extent, styles } = change;
    this.#browsers.tell('enregistrement', { version, etendue: EXTENTS[extent], styles });
    this.#saves.begin(version, paths, seenAt, this.#browsers.size);
    this.#lookOver();
  }

  /** Looks the theme over beside what is shown of it; again, when it has changed meanwhile. */
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
        const found = await diagnoseFiles(this.#renderer, snapshot.folder);
        if (this.#isClosed) return;
        this.#diagnosedVersion = snapshot.version;
        this.#note(problemsOf([...snapshot.content.mistakes, ...found.filter(isWrong)], snapshot));
      } catch (error) {
        if (!this.#isClosed) this.#say((error as Error).message);
      }
    }
    this.#isLookingOver = false;
  }

  #note(problems: readonly Problem[]): void {
    const known = new Set(this.#problems.map(lineOf));
    const lines = problems.map(lineOf);
    const isMended = problems.length === 0 && known.size > 0;
    this.#problems = problems;
    this.#browsers.tell('problemes', { problemes: problems });
    for (const line of lines) if (!known.has(line)) this.#say(line);
    if (isMended) this.#say('Plus aucune erreur.');
  }
}

const EXTENTS = { styles: 'styles', page: 'page', all: 'tout' } as const satisfies Record<Extent, string>;

const isWrong = ({ gravite }: FolderDiagnostic): boolean => gravite === 'erreur';

const lineOf = ({ lieu, message }: Problem): string => `${lieu}: ${message}`;
