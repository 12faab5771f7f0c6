/**
 * `npm run test:repeat -- 20 [files] [--beside 2] [--project name] [-t name]`: runs tests so often, with endless loops beside them, and
 * prints for each test that ever failed how often it did.
 */
import { spawn } from 'node:child_process';
import { parseCLI } from 'vitest/node';
import { say } from './say.ts';
import { TriedTests, title } from './tries.ts';

const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)], { allowUnknownOptions: true });
const [times = 0, ...files] = [Number(filter[0]), ...filter.slice(1)];
const { beside = 0, ...ofVitest } = options as typeof options & { beside?: number };
if (!Number.isInteger(times) || times < 1 || !Number.isInteger(beside)) {
  throw new Error('Say how often: npm run test:repeat -- 20 [files] [--beside 2]');
}

// Each loop ends with this process, however this one ends.
const loop = 'while (process.ppid === Number(process.argv[1])) for (let i = 0; i < 1e7; i++);';
const loops = Array.from({ length: beside }, () => spawn(process.execPath, ['-e', loop, `${process.pid}`]));
process.on('exit', () => {
  for (const child of loops) child.kill('SIGKILL');
});

const tests = new TriedTests();
await tests.open(ofVitest, []);
let failures = 0;
for (let run = 1; run <= times; run++) {
  await (run === 1 ? tests.runFiles(files) : tests.run(await tests.vitest.getRelevantTestSpecifications(files)));
  const before = failures;
  failures = tests.tries.reduce((sum, { failed }) => sum + failed, tests.strayErrors.length);
  say(`Run ${run} of ${times}: ${failures - before} failures`);
}

for (const test of tests.tries.filter(({ failed }) => failed > 0)) {
  say(`${title(test)}: failed in ${test.failed} of ${test.failed + test.passed} runs, first with ${test.firstFailure}`);
}
for (const error of tests.strayErrors) say(`Outside of every test file: ${error}`);
say(`${times} runs, ${tests.tries.filter(({ name }) => name).length} tests, ${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;
await tests.vitest.exit(true);
