import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['compile-cache', 'bundles', 'postgres'].map((part) => `test/support/${part}-setup.ts`),
    pool: 'forks',
    maxWorkers: 2,
    // Each file would load the same modules anew: a minute and a half of the whole run.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
  },
});
