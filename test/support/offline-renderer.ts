import type { OfflineAnalysis } from '../../src/cli/workspace/offline-renderer.ts';
import { lentRenderer } from './program.ts';
import { startTestRenderer } from './renderer.ts';

/**
 * Stand in for those of `src/cli/workspace/` in tests of services and in browsers (`vitest.config.ts`): the sandbox of a command that runs in the
 * test's process is the real one, with the run's bundles and with the time that the tests' sandboxes have. Commands in processes of their own have theirs.
 */
export const startOfflineRenderer = () => startTestRenderer({ workers: 1, themeCache: 2 });

/** The one of this process's tests, which nobody ends. */
export async function startOfflineAnalysis(): Promise<OfflineAnalysis> {
  const renderer = await lentRenderer();
  return {
    check: (...file) => renderer.check(...file),
    diagnose: (...theme) => renderer.diagnose(...theme),
    close: async () => undefined,
  };
}
