import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  type BuiltinReporters,
  createVitest,
  type parseCLI,
  type Reporter,
  type SerializedError,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type TestSuite,
  type Vitest,
} from 'vitest/node';
import type {} from '../support/needs.ts';
import { endSilentWorkers } from './silent-workers.ts';

/** How often one test passed and failed. A file has an entry as well, with an empty name: its import, its hooks, its worker. */
export interface Tries {
  readonly file: string;
  readonly name: string;
  passed: number;
  failed: number;
  /** Why it is skipped, where the machine lacks something. */
  lacks?: string;
  /** Message and place of the first failure. */
  firstFailure?: string;
}

/** The test as a person names it: file and name. */
export const title = ({ file, name }: Tries): string => `${file} > ${name || '(import, hooks or worker of the file)'}`;

/** Runs tests through Vitest and keeps what became of each try of each test. */
export class TriedTests implements Reporter {
  /** By file and name. */
  readonly #tries = new Map<string, Tries>();
  /** Errors outside of every test file: nothing can be run again for them. */
  readonly strayErrors: string[] = [];
  #vitest: Vitest | undefined;
  // Of the run that is under way or was the last, by path of the file.
  #asked: string[] = [];
  #begun: string[] = [];
  #failedTests = new Map<string, string[]>();
  #failedFiles = new Set<string>();
  #ended = new Set<string>();

  /**
   * Starts Vitest. It runs nothing yet.
   * @param options as Vitest's command line has them
   * @param reporters what prints beside the scripts; none keeps Vitest silent
   */
  async open(options: ReturnType<typeof parseCLI>['options'], reporters: BuiltinReporters[]): Promise<void> {
    // As Vitest's own command sets them.
    Object.assign(process.env, { TEST: 'true', VITEST: 'true', NODE_ENV: process.env.NODE_ENV ?? 'test' });
    this.#vitest = await createVitest({
      ...options,
      watch: false,
      reporters: [...reporters, this, endSilentWorkers()],
    });
  }

  get vitest(): Vitest {
    if (!this.#vitest) throw new Error('Vitest was not started.');
    return this.#vitest;
  }

  get tries(): Tries[] {
    return [...this.#tries.values()];
  }

  /** Runs all files that the filters name, once. Returns what has to run again. */
  async runFiles(filters: string[]): Promise<TestSpecification[]> {
    await this.vitest.start(filters);
    return this.#toRunAgain(await this.vitest.getRelevantTestSpecifications(filters));
  }

  /** Runs these once more. Returns what has to run again. */
  async run(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    await this.vitest.runTestSpecifications(specifications);
    return this.#toRunAgain(specifications);
  }

  /** Whether the file came to a result in any run. */
  wasTried({ moduleId }: TestSpecification): boolean {
    return this.#tries.has(this.#key(moduleId, ''));
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#asked = specifications.map(({ moduleId }) => moduleId);
    this.#begun = [];
    this.#failedTests = new Map();
    this.#failedFiles = new Set();
    this.#ended = new Set();
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#begun.push(moduleId);
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    const { moduleId } = test.module;
    if (state === 'failed') {
      this.#failedTests.set(moduleId, [...(this.#failedTests.get(moduleId) ?? []), test.fullName]);
      this.#count(moduleId, test.fullName, this.#describe(errors?.[0]));
    } else {
      this.#count(moduleId, test.fullName, state === 'passed', test.meta().lacks);
    }
  }

  onTestModuleEnd(module: TestModule): void {
    this.#ended.add(module.moduleId);
    const suites: (TestModule | TestSuite)[] = [module, ...module.children.allSuites()];
    const error = suites.flatMap((suite) => suite.errors())[0];
    if (error) this.#failFile(module.moduleId, this.#describe(error));
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const file = this.#fileOf(error);
      if (file) this.#failFile(file, this.#describe(error));
      else this.strayErrors.push(this.#describe(error));
    }
    for (const file of this.#asked) {
      // A worker that dies takes along the files that were to come: they did not fail, but have to run.
      if (!this.#begun.includes(file) && errors.length > 0) continue;
      if (!this.#ended.has(file)) this.#failFile(file, 'The file did not come to its end.');
      if (!this.#failedFiles.has(file)) this.#count(file, '', true);
    }
  }

  #toRunAgain(specifications: TestSpecification[]): TestSpecification[] {
    return specifications.flatMap(({ project, moduleId }) => {
      const testNames = this.#failedTests.get(moduleId);
      const whole = this.#failedFiles.has(moduleId) || !this.#begun.includes(moduleId);
      if (whole) return [project.createSpecification(moduleId)];
      return testNames ? [project.createSpecification(moduleId, { testNames })] : [];
    });
  }

  /** The file that an error belongs to: Vitest names it, or all files that the dead worker had been given. */
  #fileOf(error: SerializedError): string | undefined {
    if (typeof error.VITEST_TEST_PATH === 'string') return error.VITEST_TEST_PATH;
    const text = `${error.message} ${error.cause?.message}`;
    const named = (file: string) => text.includes(file);
    return this.#begun.findLast(named) ?? this.#asked.find(named);
  }

  #failFile(moduleId: string, failure: string): void {
    // One try of a file fails once, whatever comes of it.
    if (!this.#failedFiles.has(moduleId)) this.#count(moduleId, '', failure);
    this.#failedFiles.add(moduleId);
  }

  /** @param outcome whether it passed (not: it was skipped), or how it failed */
  #count(moduleId: string, name: string, outcome: boolean | string, lacks?: string): void {
    const key = this.#key(moduleId, name);
    const file = relative(this.vitest.config.root, moduleId);
    const test = this.#tries.get(key) ?? { file, name, passed: 0, failed: 0 };
    this.#tries.set(key, test);
    if (lacks !== undefined) test.lacks = lacks;
    if (outcome === true) test.passed++;
    if (typeof outcome !== 'string') return;
    test.failed++;
    test.firstFailure ??= outcome;
  }

  #key(moduleId: string, name: string): string {
    return JSON.stringify([moduleId, name]);
  }

  #describe(error: SerializedError | undefined): string {
    if (!error) return 'The test failed without an error.';
    const { root } = this.vitest.config;
    const cause = error.cause?.message ? ` ${error.cause.message}` : '';
    const frame = error.stacks?.find(({ file }) => file.startsWith(`${root}/`) && !file.includes('/node_modules/'));
    const place = frame ? ` (${relative(root, frame.file)}:${frame.line}:${frame.column})` : '';
    return stripVTControlCharacters(`${error.name ?? 'Error'}: ${error.message}${cause}${place}`);
  }
}
