import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '../../../engine/index.ts';
import { type Renderer, type RenderOutcome, sourcesOf } from '../../../sandbox/index.ts';
import { pageRequest } from '../../sites/page-view.ts';
import type { ViewContent } from '../../sites/views.ts';
import type { FolderDiagnostic } from '../workspace/diagnose-folder.ts';
import { readThemeFolder, type ThemeFolder } from '../workspace/theme-folder.ts';
import { SampleSite } from './sample/sample-site.ts';
import { demoOf, readSample, type SampleFound } from './sample/sample-source.ts';

/** Id of the theme in addresses of assets: always the same, so that open pages still work after a restart of the preview. */
export const PREVIEW_THEME_ID = '00000000-0000-4000-8000-000000000000';

/** An empty or missing file is read again after this time, milliseconds: editors empty or remove a file for a moment to save it. */
const HOLD_MS = 150;

const ASSETS = 'assets/';
const ORIGIN = 'config/theme.json';

/** The theme on the disk at one reading. */
export interface Snapshot {
  /** Unique for each reading that differs, also between runs of the preview. */
  readonly version: string;
  readonly folder: ThemeFolder;
  readonly content: Content;
}

interface Content {
  readonly version: string;
  readonly found: SampleFound;
  readonly site: SampleSite;
  /** The problem with the author's own content file, and its text; the content from before is shown meanwhile. */
  readonly mistakes: readonly FolderDiagnostic[];
  readonly text: string;
}

export type Extent = 'styles' | 'page' | 'all';

/** What a save has changed. */
export interface Change {
  /** Paths in the theme, and the name of the content's file when it was read again. */
  readonly paths: readonly string[];
  /** How much an open page must reload: its style sheets, the page itself, or the page with all its resources. */
  readonly extent: Extent;
  /** File names of the style sheets among it. */
  readonly styles: readonly string[];
}

export interface LiveThemeOptions {
  readonly root: string;
  /** The file may be absent. */
  readonly contentFile: string;
  readonly renderer: Renderer;
}

/** A theme's folder as it is now, rendered as the platform would. */
export class LiveTheme {
  readonly #options: LiveThemeOptions;
  #now: Snapshot;
  #trials = 0;

  private constructor(options: LiveThemeOptions, now: Snapshot) {
    this.#options = options;
    this.#now = now;
  }

  /** @throws CommandRefusal when the folder cannot be read */
  static async open(options: LiveThemeOptions): Promise<LiveTheme> {
    const folder = await readThemeFolder(options.root);
    const version = nextVersion();
    return new LiveTheme(options, { version, folder, content: await readContent(options, folder, version) });
  }

  get now(): Snapshot {
    return this.#now;
  }

  /**
   * Reads the folder again.
   * @param isContentTouched whether the file of the content is to be read again, too
   * @returns null when nothing has changed
   * @throws CommandRefusal when the folder cannot be read any more
   */
  async refresh(isContentTouched: boolean): Promise<Change | null> {
    const { root, contentFile } = this.#options;
    const before = this.#now;
    let folder = await readThemeFolder(root);
    if (hasLost(before.folder, folder)) {
      await sleep(HOLD_MS);
      folder = await readThemeFolder(root);
    }
    const changed = changedPaths(before.folder, folder);
    const isContentNew = isContentTouched || changed.includes(ORIGIN);
    if (changed.length === 0 && !isContentTouched) return null;
    const version = nextVersion();
    const content = isContentNew ? await readContent(this.#options, folder, version, before.content) : before.content;
    this.#now = { version, folder, content };
    return {
      paths: isContentTouched ? [...changed, basename(contentFile)] : changed,
      ...(isContentNew ? { extent: 'all', styles: [] } : effectOf(changed, folder)),
    };
  }

  /**
   * Renders a page of the snapshot. An error of the theme never throws. If the render process ended, the next page is tried as usual,
   * without quarantine: the machine may have been busy, and there are no other sites.
   */
  async render(
    { version, folder, content }: Snapshot,
    shown: ViewContent | null,
    { demande, nonce }: { readonly demande: Page['demande']; readonly nonce: string },
  ): Promise<RenderOutcome> {
    const files = Object.fromEntries(folder.files);
    const tried = `${version}.${this.#trials}`;
    const outcome = await this.#options.renderer.render(
      {
        theme: { id: PREVIEW_THEME_ID, version: tried },
        content: { id: PREVIEW_THEME_ID, version: content.version },
        request: pageRequest(shown, demande, nonce),
      },
      {
        ...sourcesOf(tried, files),
        content: async () => ({ version: content.version, values: content.site.content }),
      },
    );
    const isQuarantined = outcome.outcome === 'refused' && outcome.reason === 'quarantined';
    if (outcome.outcome === 'crashed' || isQuarantined) this.#trials++;
    return outcome;
  }
}

const RUN = Date.now().toString(36);
let versions = 0;
const nextVersion = (): string => `${RUN}-${++versions}`;

async function readContent(
  { contentFile, renderer }: LiveThemeOptions,
  folder: ThemeFolder,
  version: string,
  before?: Content,
): Promise<Content> {
  const reading = await readSample(renderer, contentFile, folder);
  if (reading.kind === 'refused') {
    const { mistakes, text } = reading;
    const found = before?.found ?? (await demoOf(folder.files));
    return { version, found, site: siteOf(found), mistakes, text };
  }
  return { version, found: reading.found, site: siteOf(reading.found), mistakes: [], text: '' };
}

const siteOf = ({ sample }: SampleFound): SampleSite =>
  new SampleSite(sample, { themeId: PREVIEW_THEME_ID, now: Date.now() });

function effectOf(changed: readonly string[], { files }: ThemeFolder): Pick<Change, 'extent' | 'styles'> {
  const assets = changed.filter((path) => path.startsWith(ASSETS));
  const styles = assets.filter((path) => path.endsWith('.css') && files.has(path));
  const extent = styles.length < assets.length ? 'all' : assets.length < changed.length ? 'page' : 'styles';
  return { extent, styles: styles.map((path) => path.slice(ASSETS.length)) };
}

/** Whether a file has gone or has nothing in it any more. */
const hasLost = (before: ThemeFolder, after: ThemeFolder): boolean =>
  [...before.files].some(([path, content]) => content !== '' && !after.files.get(path));

function changedPaths(before: ThemeFolder, after: ThemeFolder): string[] {
  const paths = new Set([...before.files.keys(), ...after.files.keys()]);
  const changed = [...paths].filter((path) => before.files.get(path) !== after.files.get(path));
  const known = new Set(troublesIn(before));
  const found = new Set(troublesIn(after));
  const different = [...known, ...found].filter((trouble) => !known.has(trouble) || !found.has(trouble));
  return [...new Set([...changed, ...different.map((trouble) => trouble.split('\n')[0] ?? '')])].sort();
}

const troublesIn = ({ unreadable, ignored }: ThemeFolder): string[] =>
  [...unreadable, ...ignored].map(({ chemin, code }) => `${chemin}\n${code}`);
