import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** As root, PostgreSQL runs as another system user, which has to reach the directory. */
export const makeTraversable = (directory: string): Promise<void> => chmod(directory, 0o711);

/** A new empty `DATA_DIR` under the system's temporary folder. */
export async function freshDataDir(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'vitrine-test-'));
  await makeTraversable(directory);
  return directory;
}
