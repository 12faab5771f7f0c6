/** The program of an earlier commit, beside today's. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATIONS = 'src/storage/migrations';

/** What a skipped test says. */
export const WITHOUT_EARLIER =
  'the clone has no history, or the installed packages are not those of the program of before';

const git = async (...words: string[]): Promise<string> => (await run('git', words, { cwd: ROOT })).stdout.trim();
const commitAt = (revision: string): Promise<string> => git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);

/**
 * The commit whose program an operator upgrades from: the newest one with other migrations than the working tree's, else the one before.
 * @returns null where the history is not there, as in a shallow clone, or the packages that its program needs are not
 */
export async function earlierCommit(): Promise<string | null> {
  try {
    const commit = await newestWithOtherMigrations().catch(() => commitAt('HEAD^'));
    return (await hasItsPackages(commit)) ? commit : null;
  } catch {
    return null;
  }
}

async function newestWithOtherMigrations(): Promise<string> {
  if ((await git('status', '--porcelain', '--', MIGRATIONS)) !== '') return commitAt('HEAD');
  return commitAt(`${await git('log', '-1', '--format=%H', '--', MIGRATIONS)}^`);
}

async function hasItsPackages(commit: string): Promise<boolean> {
  const { dependencies } = JSON.parse(await git('show', `${commit}:package.json`));
  return Object.keys(dependencies).every((name) => existsSync(join(ROOT, 'node_modules', name)));
}

/**
 * Unpacks the program of a commit, with the packages of today's.
 * @returns its root, in `folder`
 */
export async function unpackProgram(commit: string, folder: string): Promise<string> {
  const root = join(folder, 'before');
  await mkdir(root);
  const archive = join(folder, 'before.tar');
  await git('archive', '--output', archive, commit);
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

/** Number of the newest migration of a program. @param root today's program, when left out */
export async function schemaOf(root: string = ROOT): Promise<number> {
  const names = await readdir(join(root, MIGRATIONS));
  return Math.max(...names.map((name) => Number.parseInt(name, 10)));
}
