import { lentRenderer } from './program.ts';

/**
 * Stand in for those of `src/cli/workspace/` in tests of services and in browsers (`vitest.config.ts`): the sandbox of a command that runs in the
 * test's process is the one of this process's tests, which nobody ends, with the time that it has. Commands in processes of their own have theirs.
 */
export const startOfflineRenderer = lentRenderer;
export const startOfflineAnalysis = lentRenderer;
