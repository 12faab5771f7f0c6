import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** As root, PostgreSQL runs as another system user, which has to reach the directory. */
const makeTraversable = (directory: string): Promise<void> => chmod(directory, 0o711);

/**
 * A new empty `DATA_DIR`.
 * @param folder in which it lies
 */
export async function freshDataDir(folder = tmpdir()): Promise<string> {
  const directory = await mkdtemp(join(folder, 'vitrine-test-'));
  await makeTraversable(directory);
  return directory;
}
