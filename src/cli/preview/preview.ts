import { realpath } from 'node:fs/promises';
import { startOfflineRenderer } from '../workspace/offline-renderer.ts';
import { LivePreview } from './live-preview.ts';
import { DEFAULT_PORT, type PreviewOptions } from './options.ts';
import { contentFileOf } from './sample/sample-source.ts';

/**
 * Runs a preview until Ctrl-C.
 * @throws CommandRefusal when the folder, the content or the port cannot be used
 */
export async function preview(folder: string, { port, contenu }: PreviewOptions): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  // Where it really lies: links are not watched.
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
    await stopped;
    await live.close();
  } finally {
    await renderer.close();
  }
}

/** Resolves once the person or the system wants the program to end. */
const signalled = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
