/** Two programs, of which the second is an upgrade of the first. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Need } from './needs.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATIONS = 'src/storage/migrations';

/** Packages that programs of before need and today's does not. */
const ADDED = join(ROOT, 'node_modules/.cache/earlier-packages');

const git = async (...words: string[]): Promise<string> => (await run('git', words, { cwd: ROOT })).stdout.trim();
const commitAt = (revision: string): Promise<string> => git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);

/** An upgrade of the tables. */
export interface Upgrade {
  /** Makes both programs. @param folder takes what is not there @returns their roots */
  unpack(folder: string): Promise<{ readonly before: string; readonly after: string }>;
}

/**
 * From the program that an operator upgrades from, of the newest commit with fewer migrations, to today's. While there is one migration only,
 * from today's to itself with a migration that is added here.
 * @returns null where the history is not there, as in a shallow clone, or packages that the program of before needs cannot be had
 */
export async function findUpgrade(): Promise<Upgrade | null> {
  if ((await schemaOf(ROOT)) === 1) {
    return { unpack: async (folder) => ({ before: ROOT, after: await withAddedMigration(folder) }) };
  }
  try {
    const commit = await newestWithFewerMigrations();
    await bringPackages(commit);
    return { unpack: async (folder) => ({ before: await unpackProgram(commit, folder), after: ROOT }) };
  } catch {
    return null;
  }
}

export const earlierProgram = (upgrade: Upgrade | null): Need => ({
  name: 'an earlier program',
  how: 'a clone with its history, and the packages of that program',
  isThere: upgrade !== null,
});

async function newestWithFewerMigrations(): Promise<string> {
  if ((await git('status', '--porcelain', '--', MIGRATIONS)) !== '') return commitAt('HEAD');
  // A migration is still written in the commits after the one that adds it, until it is released.
  return commitAt(`${await git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS)}^`);
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
async function unpackProgram(commit: string, folder: string): Promise<string> {
  const root = join(folder, 'before');
  await mkdir(root);
  const archive = join(folder, 'before.tar');
  await git('archive', '--output', archive, commit);
  await run('tar', ['xf', archive, '-C', root]);
  await linkPackages(root);
  if (existsSync(ADDED)) await run('cp', ['-an', `${join(ADDED, 'node_modules')}/.`, join(root, 'node_modules')]);
  return root;
}

/** What a migration may do while the program of before runs on. */
const ADDED_MIGRATION = `
ALTER TABLE pages ADD COLUMN essai text NOT NULL DEFAULT '';
CREATE OR REPLACE VIEW pages_publiques WITH (security_barrier) AS
  SELECT site_id, slug, titre, gabarit, contenu, maj_le, essai FROM pages WHERE publiee;
CREATE TABLE essais (site_id uuid PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE);
`;

/** Today's program with one migration more. @returns its root, in `folder` */
async function withAddedMigration(folder: string): Promise<string> {
  const root = join(folder, 'after');
  await mkdir(root);
  const parts = ['catalog', 'concurrency', 'engine', 'sandbox', 'src', 'package.json', 'package-lock.json'].map(
    (name) => join(ROOT, name),
  );
  await run('cp', ['-a', ...parts, root]);
  await linkPackages(root);
  await writeFile(join(root, MIGRATIONS, '002.do.essai.sql'), ADDED_MIGRATION);
  const connection = join(root, 'src/storage/connection.ts');
  await writeFile(connection, (await readFile(connection, 'utf8')).replace("'vitrine 1'", "'vitrine 2'"));
  return root;
}

async function linkPackages(root: string): Promise<void> {
  // Links to the files: render processes may not read outside of their program's folder, where a link to the folder would lead.
  const [from, to] = [join(ROOT, 'node_modules'), join(root, 'node_modules')];
  await run('cp', ['-al', from, to]).catch(async () => {
    // On another disk there can be no links.
    await rm(to, { recursive: true, force: true });
    await run('cp', ['-a', from, to]);
  });
}

/** Number of the newest migration of a program. */
export async function schemaOf(root: string): Promise<number> {
  const names = await readdir(join(root, MIGRATIONS));
  return Math.max(...names.map((name) => Number.parseInt(name, 10)));
}
