import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { whileLocked } from '../../../../src/cli/workspace/lock.ts';

const LOCK = new URL('../../../../src/cli/workspace/lock.ts', import.meta.url).href;
const folder = () => mkdtemp(join(tmpdir(), 'vitrine-verrou-'));
const { signal } = new AbortController();

/** A process that runs this in a module with `whileLocked`, `folder` and `fs`. */
const source = (at: string, body: string) =>
  `import { whileLocked } from ${JSON.stringify(LOCK)}; import fs from 'node:fs'; const folder = ${JSON.stringify(at)};
   const signal = new AbortController().signal; ${body}`;

describe('the lock of a folder', () => {
  it('lets commands work one after the other, of several processes, also when it has to be taken over from a dead one', async () => {
    const at = await folder();
    const dying = spawn(process.execPath, [
      ...['--input-type=module', '-e'],
      source(
        at,
        "await whileLocked(folder, signal, async () => { console.log('held'); await new Promise(() => setInterval(() => 0, 1000)); });",
      ),
    ]);
    await once(dying.stdout, 'data');
    dying.kill('SIGKILL');
    await once(dying, 'exit');
    expect(await readdir(at)).toContain('verrou');
    await writeFile(join(at, 'tmp', `${randomUUID()}.tmp`), '{"jeton": ');
    // Each reads a number, lets others have a turn, and writes the next: two at a time would lose one.
    const count = `for (let n = 0; n < 15; n++) await whileLocked(folder, signal, async () => {
      const file = folder + '/nombre'; const now = Number(fs.existsSync(file) && fs.readFileSync(file, 'utf8'));
      await new Promise((resolve) => setTimeout(resolve, 2)); fs.writeFileSync(file, String(now + 1)); });`;
    const run = promisify(execFile);
    await Promise.all([1, 2].map(() => run(process.execPath, ['--input-type=module', '-e', source(at, count)])));
    expect(await readFile(join(at, 'nombre'), 'utf8')).toBe('30');
    expect(await readdir(at, { recursive: true })).toEqual(['nombre', 'tmp']);
  });

  it('a command that is interrupted while it waits stops waiting', async () => {
    const at = await folder();
    const waiting = new AbortController();
    await whileLocked(at, signal, async () => {
      const second = whileLocked(at, waiting.signal, async () => 'worked');
      setTimeout(() => waiting.abort(), 20);
      await expect(second).rejects.toMatchObject({ exit: 130 });
    });
    expect(await whileLocked(at, signal, async () => 'worked')).toBe('worked');
  });
});
