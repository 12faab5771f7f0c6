import { dirname, join, relative, resolve, sep } from 'node:path';
import { watch } from 'chokidar';
import { THEME_FOLDERS } from '../../themes/path-rules.ts';
import { isMisplaced } from './admitted.ts';
import { SETTINGS_FILE } from './check-settings.ts';
import { isQuiet } from './theme-folder.ts';

/** A save that is complete. */
export interface Settled {
  /** `performance.now()` when the first of it was seen. */
  readonly seenAt: number;
  /** The same when nothing had been written for long enough. */
  readonly settledAt: number;
  /** Whether the file of the content is among it. */
  readonly isContentTouched: boolean;
}

export interface WatchOptions {
  readonly root: string;
  /** Watched besides, wherever it lies. */
  readonly contentFile?: string;
  /** A save is complete when nothing was written for this time, milliseconds: editors write in several steps and several files. */
  readonly silenceMs: number;
  settled(what: Settled): void;
  failed(error: Error): void;
}

/** Watches the folders of a theme and the file of its content. @returns a function that ends it, once it watches */
export async function watchFolder(options: WatchOptions): Promise<() => Promise<void>> {
  const { root, contentFile, silenceMs, settled, failed } = options;
  const top = resolve(root);
  const settings = join(top, SETTINGS_FILE);
  const isOutside = (path: string) => {
    const names = relative(top, path).split(sep);
    const [first = ''] = names;
    if (first === '' || path === settings || (names.length === 1 && isMisplaced(first) && !isQuiet(first)))
      return false;
    return !THEME_FOLDERS.includes(first) || (names.length > 1 && isQuiet(names.join('/')));
  };
  const content = contentFile === undefined ? null : resolve(contentFile);
  const apart = content !== null && dirname(content) !== top ? [content] : [];
  const isContent = (path: string) => content !== null && [content, dirname(content)].includes(resolve(path));
  const watcher = watch([top, ...apart], {
    ignored: (path) => !isContent(path) && isOutside(path),
    ignoreInitial: true,
    followSymlinks: false,
    depth: 1,
    atomic: false,
  });
  let timer: NodeJS.Timeout | undefined;
  let seenAt: number | null = null;
  let isContentTouched = false;
  watcher.on('all', (_event, path) => {
    seenAt ??= performance.now();
    isContentTouched ||= resolve(join(path)) === content;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const settledAt = performance.now();
      const what = { seenAt: seenAt ?? settledAt, settledAt, isContentTouched };
      seenAt = null;
      isContentTouched = false;
      settled(what);
    }, silenceMs);
  });
  watcher.on('error', (error) => failed(error as Error));
  await new Promise<void>((ready) => watcher.once('ready', ready));
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
