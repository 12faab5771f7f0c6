/**
 * `npm run test:system -- [files] [-t name]`: the projects `browser`, `system` and `alone`, with Vitest's arguments. What failed runs again, at most twice, alone,
 * after all others. What passed only then is flaky: it is listed, and more than three of them fail the run.
 */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { parseCLI } from 'vitest/node';
import { say } from './say.ts';
import { TriedTests, type Tries, title } from './tries.ts';

const TRIES = 3;
const MOST_FLAKY = 3;
/** What the tests lack that say no reason, and those that `-t` leaves out. */
const NOTHING = 'nothing that they say';
const FLAKY_FILE = 'test/runs/.flaky.json';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
const tests = new TriedTests();
await tests.open({ ...options, project: ['browser', 'system', 'alone'] }, ['default']);
const { root } = tests.vitest.config;
for (const specification of await tests.runFiles(filter)) {
  // A file is not tried yet if the worker died before it.
  let attempt = tests.wasTried(specification) ? 1 : 0;
  let left = [specification];
  while (left.length > 0 && attempt++ < TRIES) {
    say(`\nAgain, alone: try ${attempt} of ${TRIES} of ${relative(root, specification.moduleId)}`);
    // The last try is of the whole file: a test may need what the tests before it leave.
    left = await tests.run(
      attempt < TRIES ? left : [specification.project.createSpecification(specification.moduleId)],
    );
  }
}

const flaky = tests.tries.filter(({ passed, failed }) => passed > 0 && failed > 0);
const failed = tests.tries.filter((test) => test.passed === 0 && test.failed > 0);
await writeFlaky();
reportEnd();
await tests.vitest.exit(true);

async function writeFlaky(): Promise<void> {
  const commit = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
  const list = flaky.map(({ file, name, failed, firstFailure }) => ({ file, name, failures: failed, firstFailure }));
  const path = join(root, FLAKY_FILE);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify({ date: new Date().toISOString(), commit, flaky: list }, null, 2)}\n`);
}

function reportEnd(): void {
  const list = (heading: string, lines: string[]) => lines.length > 0 && say([heading, ...lines].join('\n  '));
  const tried = (test: Tries) =>
    `${title(test)}: failed in ${test.failed} of ${test.failed + test.passed} tries, first with ${test.firstFailure}`;
  say('');
  list('Failed in every try:', failed.map(tried));
  list('Errors outside of every test file:', tests.strayErrors);
  list(`Flaky, they passed in another try (at most ${MOST_FLAKY} may be; also in ${FLAKY_FILE}):`, flaky.map(tried));
  if (flaky.length > MOST_FLAKY) say(`${flaky.length} are flaky: that is too many.`);
  const passed = tests.tries.filter((test) => test.name && test.passed > 0).length;
  const skipped = tests.tries.filter((test) => test.name && test.passed + test.failed === 0);
  for (const [lacks, without] of Map.groupBy(skipped, (test) => test.lacks ?? NOTHING)) {
    list(`Skipped for want of ${lacks}: ${without.length}`, [...new Set(without.map(({ file }) => file))]);
  }
  // In the form of Vitest, which `.ci/run` reads.
  say(
    `      Tests  ${failed.length} failed | ${passed} passed | ${skipped.length} skipped (${failed.length + passed + skipped.length})`,
  );
  process.exitCode = failed.length + tests.strayErrors.length > 0 || flaky.length > MOST_FLAKY ? 1 : 0;
}
