import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownEnvironment } from '../support/environment.ts';

/** Files of a folder whose tests know, by files beside them, which try this is. */
const FIXTURE = {
  'package.json': '{ "type": "module" }',
  // One worker has all files: what dies takes others along.
  'vitest.config.ts': `export default { cacheDir: 'cache', test: { projects: [
    { test: { name: 'unit', include: ['*.unit.test.ts'] } },
    { test: { name: 'system', include: ['*.system.test.ts'], isolate: false, maxWorkers: 1, hookTimeout: 1_000 } },
  ] } };`,
  'try.ts': `import { appendFileSync, readFileSync } from 'node:fs';
    export const nextTry = (name: string) => {
      appendFileSync(import.meta.dirname + '/' + name, '.');
      return readFileSync(import.meta.dirname + '/' + name).length;
    };`,
  'other.unit.test.ts': `import { it } from 'vitest'; it('is of another project', () => { throw new Error('ran'); });`,
  'steady.system.test.ts': `import { it } from 'vitest'; it('passes', () => {});
    it('is skipped', { skip: true, meta: { lacks: 'a tool (make one)' } }, () => {});`,
  'once.system.test.ts': `import { describe, expect, it } from 'vitest'; import { nextTry } from './try.ts';
    it('passes beside', () => {});
    describe('a suite', () => { it('fails once', () => { expect(nextTry('once')).toBeGreaterThan(1); }); });`,
  'hook.system.test.ts': `import { beforeAll, expect, it } from 'vitest'; import { nextTry } from './try.ts';
    beforeAll(() => { expect(nextTry('hook')).toBeGreaterThan(1); });
    it('needs the hook', () => {});`,
  'dies.system.test.ts': `import { it } from 'vitest'; import { nextTry } from './try.ts';
    it('dies once', async () => {
      if (nextTry('dies') === 1) process.kill(process.pid, 'SIGABRT');
      await new Promise((resolve) => setTimeout(resolve, 100));
    });`,
  'blocks.system.test.ts': `import { it } from 'vitest'; import { nextTry } from './try.ts';
    it('blocks its process once', () => { if (nextTry('blocks') === 1) for (;;); });`,
  'twice.system.test.ts': `import { expect, it } from 'vitest'; import { nextTry } from './try.ts';
    it('fails twice', () => { expect(nextTry('twice')).toBe(3); });`,
  'always.system.test.ts': `import { it } from 'vitest'; it('fails always', () => { throw new Error('as ever'); });`,
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-runs-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(FIXTURE)) await writeFile(join(folder, path), text);
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a script on the folder and gives how it ended and the lines that it printed. */
const run = (script: string, args: string[]) =>
  new Promise<{ code: unknown; lines: string[] }>((resolve) => {
    const env = ownEnvironment({ NO_COLOR: '1' });
    execFile(process.execPath, [`test/runs/${script}.ts`, '--root', folder, ...args], { env }, (error, out) =>
      resolve({ code: error ? error.code : 0, lines: out.trimEnd().split('\n') }),
    );
  });
const named = (lines: string[]) => lines.filter((line) => / > .*: failed in /.test(line)).map((line) => line.trim());

it('test:system runs again what failed, died or was taken along, and names as flaky what then passes', async () => {
  const { code, lines } = await run('system', ['steady', 'once', 'hook', 'dies']);
  expect(lines.at(-1)).toBe('      Tests  0 failed | 5 passed | 1 skipped (6)');
  expect(lines).toContain('Skipped for want of a tool (make one): 1');
  expect(named(lines).sort()).toEqual([
    expect.stringMatching(/^dies.* > \(import, hooks or worker of the file\): failed in 1 of 2 tries, .* SIGABRT/),
    expect.stringMatching(
      /^hook.* > \(import, hooks or worker of the file\): failed in 1 of 2 tries, first with AssertionError/,
    ),
    expect.stringMatching(
      /^once.system.test.ts > a suite > fails once: failed in 1 of 2 tries, first with AssertionError: expected 1 to be greater than 1 \(once.system.test.ts:3:\d+\)$/,
    ),
  ]);
  expect(code).toBe(0);
  const { flaky, date } = JSON.parse(await readFile(join(folder, 'test/runs/.flaky.json'), 'utf8'));
  expect(Date.parse(date)).toBeGreaterThan(0);
  expect(flaky).toContainEqual({
    file: 'once.system.test.ts',
    name: 'a suite > fails once',
    failures: 1,
    firstFailure: expect.stringContaining('expected 1 to be greater than 1'),
  });
});

it('test:system fails when more than three are flaky', async () => {
  const { code, lines } = await run('system', ['once', 'hook', 'dies', 'twice']);
  expect(named(lines)).toHaveLength(4);
  expect(named(lines)).toContainEqual(expect.stringMatching('^twice.* > fails twice: failed in 2 of 3 tries'));
  expect(lines).toContain('4 are flaky: that is too many.');
  expect(code).toBe(1);
});

it('test:system fails when a test fails three times, and runs the tests that -t names', async () => {
  const { code, lines } = await run('system', ['-t', 'always']);
  expect(named(lines)).toEqual([
    expect.stringMatching('^always.system.test.ts > fails always: failed in 3 of 3 tries, first with Error: as ever'),
  ]);
  expect(lines.at(-1)).toBe('      Tests  1 failed | 0 passed | 8 skipped (9)');
  expect(code).toBe(1);
});

it('test:system ends a worker that a test blocks, and runs the file again', async () => {
  const { code, lines } = await run('system', ['steady', 'blocks', '--testTimeout', '1000']);
  expect(lines).toContainEqual(
    expect.stringMatching(/^Nothing was heard of any test for 4 s: worker \d+ is killed\.$/),
  );
  expect(named(lines)).toEqual([expect.stringMatching(/^blocks.*: failed in 1 of 2 tries, .* SIGKILL/)]);
  expect(lines.at(-1)).toBe('      Tests  0 failed | 2 passed | 1 skipped (3)');
  expect(code).toBe(0);
});

it('test:repeat counts in how many runs each test failed', async () => {
  const { code, lines } = await run('repeat', ['4', 'once', 'twice', 'dies', '--beside', '1', '--project', 'system']);
  expect(named(lines).map((line) => line.slice(0, line.indexOf(', first')))).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^dies.* in 1 of 4 runs$/),
      expect.stringMatching(/^once.* in 1 of \d runs$/),
    ]),
  );
  expect(lines.at(-1)).toMatch(/^4 runs, 4 tests, [45] failures$/);
  expect(code).toBe(1);
});
