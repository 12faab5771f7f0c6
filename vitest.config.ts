import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { IS_SOAK } from './test/support/soak.ts';

/** What a test file may use stands in its name: `x.unit.test.ts`, `x.service.test.ts`,
 * `x.browser.test.ts`, `x.system.test.ts`. docs/testing.md says what each means. */
const project = (name: string, own: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`test/**/*.${name}.test.{ts,tsx}`], ...own },
});

const PROPERTIES = 'test/support/properties-setup.ts';
const globalSetup = ['compile-cache', 'bundles', 'postgres'].map((part) => `test/support/${part}-setup.ts`);

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    projects: [
      project('unit', {
        setupFiles: [PROPERTIES, 'test/support/unit-setup.ts'],
        sequence: { groupOrder: 0 },
        maxWorkers: 2,
      }),
      // One more than the processors that the gate is meant for, because some tests mostly wait.
      project('service', {
        globalSetup,
        setupFiles: [PROPERTIES],
        provide: { isPatient: true },
        sequence: { groupOrder: 1 },
        maxWorkers: 3,
      }),
      // A page keeps the processor of its own process busy, or waits for the program.
      project('browser', {
        globalSetup,
        setupFiles: [PROPERTIES],
        provide: { isPatient: true },
        sequence: { groupOrder: 2 },
        maxWorkers: 2,
        testTimeout: 400_000,
      }),
      project('system', {
        globalSetup,
        setupFiles: [PROPERTIES],
        provide: { isPatient: false },
        sequence: { groupOrder: 3 },
        fileParallelism: false,
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
