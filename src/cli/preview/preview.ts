import { realpath } from 'node:fs/promises';
import { leaveInterruptedLine, nobodyReads, printSentence, visibleLines } from '../terminal.ts';
import { startOfflineRenderer } from '../workspace/offline-renderer.ts';
import { themeFolder } from '../workspace/theme-here.ts';
import { LivePreview, type LivePreviewOptions } from './live-preview.ts';
import { DEFAULT_PORT, type PreviewOptions } from './options.ts';
import { contentFileOf } from './sample/content-file.ts';

/**
 * Runs a preview until Ctrl-C.
 * @param named the theme's folder; without it, that in which the command was called
 * @throws CommandRefusal when the folder, the content or the port cannot be used
 */
export async function preview(named: string | undefined, { port, contenu }: PreviewOptions): Promise<void> {
  const folder = await themeFolder(named);
  // The real path: file watchers do not follow links.
  const root = await realpath(folder).catch(() => folder);
  const contentFile = await contentFileOf(root, contenu);
  const stopped = signalled();
  const options = { root, contentFile, port: port ?? DEFAULT_PORT, isPortFree: port === undefined, say };
  const opened = await Promise.race([open(options), stopped.then(() => null)]);
  if (opened) sayOpened(opened.live);
  if ((await stopped) === 'SIGINT') leaveInterruptedLine();
  await opened?.close();
  say('Aperçu arrêté.');
  // A start that was interrupted has nothing to finish.
  if (!opened) process.exit();
}

/** A theme may be a stranger's: quoted text must not control the terminal. */
const say = (line: string) => printSentence(process.stdout, visibleLines(line));

interface Opened {
  readonly live: LivePreview;
  close(): Promise<void>;
}

async function open(options: Omit<LivePreviewOptions, 'renderer'>): Promise<Opened> {
  const renderer = await startOfflineRenderer();
  try {
    const live = await LivePreview.start({ ...options, renderer });
    return {
      live,
      close: async () => {
        // Renders in progress are dropped: nobody waits for their pages any more.
        await Promise.all([live.close(), renderer.close(0)]);
      },
    };
  } catch (error) {
    await renderer.close(0);
    throw error;
  }
}

function sayOpened({ addresses, contentFrom }: LivePreview): void {
  say('');
  addresses.forEach((address, place) => {
    say(`  ${place === 0 ? 'Accueil' : '       '}  ${address}`);
  });
  say(`  Contenu  ${contentFrom}`);
  say('');
  say('L’aperçu est prêt : chaque enregistrement s’y montre. Ctrl-C pour arrêter.');
}

/** Resolves once the person or the system wants the program to end, or nobody reads what it prints. */
const signalled = (): Promise<unknown> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
    nobodyReads.addEventListener('abort', resolve);
  });
