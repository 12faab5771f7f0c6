import { defineConfig } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';
import { IS_SOAK } from './test/support/soak.ts';
import { workerCount } from './test/support/worker-count.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['compile-cache', 'bundles', 'postgres'].map((part) => `test/support/${part}-setup.ts`),
    setupFiles: ['test/support/properties-setup.ts'],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    maxWorkers: workerCount(),
    // Each file would load the same modules anew: a minute and a half of the whole run.
    isolate: false,
    testTimeout: IS_SOAK ? 900_000 : 120_000,
    hookTimeout: 120_000,
    // Programs beside a test may make it slow.
    expect: { poll: { timeout: 30_000 } },
    teardownTimeout: 20_000,
  },
});
