/** What one process of the run has compiled, no other compiles again: 150 workers and as many programs load the same modules. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oncePerRun } from './once-per-run.ts';

/** Only a process that ends by itself leaves what it has compiled: those that take archives in are ended from outside. */
const IMPORT_PROCESS = fileURLToPath(new URL('../../src/themes/import/import-process.ts', import.meta.url));

export default oncePerRun('compiled code', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-test-compiled-'));
  process.env.NODE_COMPILE_CACHE = directory;
  // Without input it has nothing to do.
  await once(spawn(process.execPath, [IMPORT_PROCESS], { stdio: 'ignore' }), 'exit');
  // A process that just ends writes into it for a moment.
  return { end: () => rm(directory, { recursive: true, force: true, maxRetries: 10 }) };
});
