import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The last commit whose themes have their texts in their files. */
export const COMMIT = 'e912024';

/**
 * Unpacks the program of before into a folder.
 * @returns its root
 */
export async function unpackBefore(folder: string): Promise<string> {
  const root = join(folder, 'before');
  await mkdir(root);
  const archive = join(folder, 'before.tar');
  await run('git', ['archive', '--output', archive, COMMIT], { cwd: ROOT });
  await run('tar', ['xf', archive, '-C', root]);
  // Links to the files: render processes may not read outside of their program's folder, where a link to the folder would lead.
  const [from, to] = [join(ROOT, 'node_modules'), join(root, 'node_modules')];
  await run('cp', ['-al', from, to]).catch(async () => {
    // On another disk there can be no links.
    await rm(to, { recursive: true, force: true });
    await run('cp', ['-a', from, to]);
  });
  return root;
}
