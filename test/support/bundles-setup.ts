/** The sandbox's bundles, made once for the whole run. */
import type { Bundles } from '../../sandbox/messages/protocol.ts';
import { bundle } from '../../sandbox/web-process/bundle.ts';
import { oncePerRun } from './once-per-run.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    bundles: Bundles;
  }
}

export default oncePerRun('bundles', async () => ({
  provided: { bundles: await bundle() },
  end: async () => undefined,
}));
