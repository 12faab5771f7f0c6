import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { IS_SOAK } from './test/support/soak.ts';

/** What a test file may use stands in its name: `x.unit.test.ts`, `x.service.test.ts`,
 * `x.browser.test.ts`, `x.system.test.ts`, `x.alone.test.ts`. docs/testing.md says what each means. */
const project = (name: string, own: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`test/**/*.${name}.test.{ts,tsx}`], ...own },
});

const setupFiles = ['test/support/properties-setup.ts'];
/** What all tests have that run the program. */
const served = {
  globalSetup: ['compile-cache', 'bundles', 'postgres'].map((part) => `test/support/${part}-setup.ts`),
  setupFiles,
};

const inSupport = (file: string) => fileURLToPath(new URL(`test/support/${file}`, import.meta.url));
/**
 * What costs most in tests of services and in browsers costs less there: a password is hashed in a hundredth of the time, and the sandbox of a command
 * is not bundled anew. Tests of the system, and programs in processes of their own, have the product's.
 */
const alias = [
  { find: /^\.\/password-costs\.ts$/, replacement: inSupport('password-costs.ts') },
  { find: /^\.{1,2}\/.*\boffline-renderer\.ts$/, replacement: inSupport('offline-renderer.ts') },
];

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      project('unit', {
        setupFiles: [...setupFiles, 'test/support/unit-setup.ts'],
        sequence: { groupOrder: 0 },
        maxWorkers: 2,
      }),
      // One more than the processors that the gate is meant for, because some tests mostly wait.
      project('service', {
        alias,
        ...served,
        provide: { isPatient: true },
        sequence: { groupOrder: 1 },
        maxWorkers: 3,
      }),
      // A page keeps the processor of its own process busy, or waits for the program or for a moment of the test.
      project('browser', {
        alias,
        ...served,
        provide: { isPatient: true },
        sequence: { groupOrder: 2 },
        maxWorkers: 3,
        testTimeout: 400_000,
      }),
      // Most of the time they wait: until a process is there or gone, until somebody notices.
      project('system', {
        ...served,
        provide: { isPatient: true },
        sequence: { groupOrder: 3 },
        maxWorkers: 2,
      }),
      // They give the product its own limits of time, or want idle processors.
      project('alone', {
        ...served,
        provide: { isPatient: false },
        sequence: { groupOrder: 4 },
        maxWorkers: 1,
      }),
    ],
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Each file would load the same modules anew: a minute and a half of the whole run.
    isolate: false,
    testTimeout: IS_SOAK ? 900_000 : 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
  },
});
