/** What one process of the run has compiled, no other compiles again: 150 workers and as many programs load the same modules. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default async function setup() {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-test-compiled-'));
  process.env.NODE_COMPILE_CACHE = directory;
  // A process that just ends writes into it for a moment.
  return () => rm(directory, { recursive: true, force: true, maxRetries: 10 });
}
