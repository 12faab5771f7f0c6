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
export const WITHOUT_EARLIER = 'the clone has no history, or packages of the program of before cannot be had';
/** Packages that programs of before need and today's does not. */
const ADDED = join(ROOT, 'node_modules/.cache/earlier-packages');

const git = async (...words: string[]): Promise<string> => (await run('git', words, { cwd: ROOT })).stdout.trim();
const commitAt = (revision: string): Promise<string> => git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);

/**
 * The commit whose program an operator upgrades from: the newest one with other migrations than the working tree's, else the one before.
 * @returns null where the history is not there, as in a shallow clone, or packages that its program needs cannot be had
 */
export async function earlierCommit(): Promise<string | null> {
  try {
    const commit = await newestWithOtherMigrations().catch(() => commitAt('HEAD^'));
    await bringPackages(commit);
    return commit;
  } catch {
    return null;
  }
}

async function newestWithOtherMigrations(): Promise<string> {
  if ((await git('status', '--porcelain', '--', MIGRATIONS)) !== '') return commitAt('HEAD');
  return commitAt(`${await git('log', '-1', '--format=%H', '--', MIGRATIONS)}^`);
}

/** Installs the packages of a commit's program that are not here, once. @throws when they cannot be had */
async function bringPackages(commit: string): Promise<void> {
  const { dependencies } = JSON.parse(await git('show', `${commit}:package.json`));
  const isHere = (name: string) =>
    [ROOT, ADDED].some((folder) => existsSync(join(folder, 'node_modules', name, 'package.json')));
  const missing = Object.entries(dependencies).filter(([name]) => !isHere(name));
  if (missing.length === 0) return;
  await mkdir(ADDED, { recursive: true });
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const packages = missing.map(([name, version]) => `${name}@${version}`);
  await run('npm', ['install', '--prefix', ADDED, ...options, ...packages], { cwd: ADDED });
}

/**
 * Unpacks the program of a commit, with the packages of today's and what else it needs.
 * @returns its root, in `folder`
 */
export async function unpackProgram(commit: string, folder: string): Promise<string> {
  await bringPackages(commit);
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
  if (existsSync(ADDED)) await run('cp', ['-an', `${join(ADDED, 'node_modules')}/.`, to]);
  return root;
}

/** Number of the newest migration of a program. @param root today's program, when left out */
export async function schemaOf(root: string = ROOT): Promise<number> {
  const names = await readdir(join(root, MIGRATIONS));
  return Math.max(...names.map((name) => Number.parseInt(name, 10)));
}
