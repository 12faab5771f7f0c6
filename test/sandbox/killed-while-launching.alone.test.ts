import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, it } from 'vitest';
import { until } from '../support/until.ts';

const DYING = fileURLToPath(new URL('dying-web-process.ts', import.meta.url));

/** Ids of the processes that were started in a group. */
async function membersOf(group: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const groups = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[3]);
    }),
  );
  return pids.filter((_, n) => groups[n] === group);
}

it('a web process that is killed while it launches leaves no process behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-launcher-'));
  const code = join(folder, 'launcher.cjs');
  await writeFile(code, inject('bundles').launcher);
  // The leader of a group of its own, by which those that it started are found.
  const dying = spawn(process.execPath, [DYING, code], { detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
  expect(await once(dying, 'exit')).toEqual([null, 'SIGKILL']);
  await until('no process is left', async () => expect(await membersOf(Number(dying.pid))).toEqual([]));
  await rm(folder, { recursive: true });
});
