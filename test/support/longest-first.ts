import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long and are short: Vitest begins with those that took longest in the last run, and on a bare machine, which knows of none,
 * with the largest. The longest would begin when the others are nearly done, and one processor would wait for it.
 */
const LONG = [
  'test/sandbox/simulation/scheduler.unit.test.ts',
  'test/src/cli/theme-tests/tester.service.test.ts',
  'test/src/cli/docs.service.test.ts',
  'test/src/http/archive-large.service.test.ts',
  'test/src/http/archive-property.service.test.ts',
  'test/src/http/import-bounds.service.test.ts',
  'test/src/http/admission.service.test.ts',
];

/** Begins each project with its long files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((path) => moduleId.endsWith(path));
    // The projects stay in their order.
    const projects = Map.groupBy(sorted, ({ project }) => project.name);
    return [...projects.values()].flatMap((own) => [...own.filter(isLong), ...own.filter((file) => !isLong(file))]);
  }
}
