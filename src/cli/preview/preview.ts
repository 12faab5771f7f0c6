import { realpath } from 'node:fs/promises';
import { leaveInterruptedLine, nobodyReads, printSentence } from '../terminal.ts';
import { startOfflineRenderer } from '../workspace/offline-renderer.ts';
import { themeFolder } from '../workspace/theme-here.ts';
import { LivePreview } from './live-preview.ts';
import { DEFAULT_PORT, type PreviewOptions } from './options.ts';
import { contentFileOf } from './sample/sample-source.ts';

/**
 * Runs a preview until Ctrl-C.
 * @param named the theme's folder; without it, that in which the command was called
 * @throws CommandRefusal when the folder, the content or the port cannot be used
 */
export async function preview(named: string | undefined, { port, contenu }: PreviewOptions): Promise<void> {
  const say = (line: string) => printSentence(process.stdout, line);
  const folder = await themeFolder(named);
  // The real path, because links are not watched.
  const root = await realpath(folder).catch(() => folder);
  const contentFile = await contentFileOf(root, contenu);
  const stopped = signalled();
  const renderer = await startOfflineRenderer();
  try {
    const live = await LivePreview.start({
      root,
      contentFile,
      renderer,
      port: port ?? DEFAULT_PORT,
      isPortFree: port === undefined,
      say,
    });
    say('');
    live.addresses.forEach((address, place) => {
      say(`  ${place === 0 ? 'Accueil' : '       '}  ${address}`);
    });
    say(`  Contenu  ${live.contentFrom}`);
    say('');
    say('L’aperçu est prêt : chaque enregistrement s’y montre. Ctrl-C pour arrêter.');
    if ((await stopped) === 'SIGINT') leaveInterruptedLine();
    await live.close();
    say('Aperçu arrêté.');
  } finally {
    await renderer.close();
  }
}

/** Resolves once the person or the system wants the program to end, or nobody reads what it prints. */
const signalled = (): Promise<unknown> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
    nobodyReads.addEventListener('abort', resolve);
  });
