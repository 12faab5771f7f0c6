import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { watch } from 'chokidar';
import { THEME_FOLDERS } from '../../themes/path-rules.ts';
import { isQuiet } from '../workspace/theme-folder.ts';

/** No save goes on after so long a silence, milliseconds: editors write in pieces, beside the file, or more than one file. */
const SETTLED_MS = 20;

/** Something was saved and holds still. */
export interface Settled {
  /** `performance.now()` when the first of it was seen. */
  readonly seenAt: number;
  /** Whether the file of the content is among it. */
  readonly isContentTouched: boolean;
}

export interface WatchOptions {
  readonly root: string;
  readonly contentFile: string;
  settled(what: Settled): void;
  failed(error: Error): void;
}

/** Watches the folders of a theme and the file of its content. @returns what ends it, once it watches */
export async function watchFolder({ root, contentFile, settled, failed }: WatchOptions): Promise<() => Promise<void>> {
  const top = resolve(root);
  const isOutside = (path: string) => {
    const [first = '', ...rest] = relative(top, path).split(sep);
    return first !== '' && (!THEME_FOLDERS.includes(first) || (rest.length > 0 && isQuiet(basename(path))));
  };
  const content = resolve(contentFile);
  const watchesApart = dirname(content) !== top;
  const watcher = watch(watchesApart ? [top, content] : top, {
    ignored: (path) => resolve(path) !== content && resolve(path) !== dirname(content) && isOutside(path),
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
      const what = { seenAt: seenAt ?? performance.now(), isContentTouched };
      seenAt = null;
      isContentTouched = false;
      settled(what);
    }, SETTLED_MS);
  });
  watcher.on('error', (error) => failed(error as Error));
  await new Promise<void>((ready) => watcher.once('ready', ready));
  return async () => {
    clearTimeout(timer);
    await watcher.close();
  };
}
