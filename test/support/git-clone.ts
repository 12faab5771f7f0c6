import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ownEnvironment } from './environment.ts';

const run = promisify(execFile);

/** What makes git the same on every machine. */
export const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@exemple.fr',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@exemple.fr',
};

/** Without the look for rubbish that follows each commit. */
const COMMIT = ['git add --all', 'git -c maintenance.auto=false commit --quiet --message état'];

/** A theme's folder in git. */
export interface GitClone {
  readonly folder: string;
  git(...words: string[]): Promise<string>;
  /** Writes files, removes those that are null, and commits. */
  commit(files: Readonly<Record<string, string | null>>): Promise<void>;
}

/** @param folder becomes a repository on the branch `main`, with these files @param format of its objects */
export async function gitClone(
  folder: string,
  files: Readonly<Record<string, string>>,
  format: 'sha1' | 'sha256' = 'sha1',
): Promise<GitClone> {
  await mkdir(folder, { recursive: true });
  const options = { cwd: folder, env: ownEnvironment(GIT_ENVIRONMENT) };
  const git = async (...words: string[]) => (await run('git', words, options)).stdout.trim();
  // The system copies this large process for each that it starts itself: a shell starts the others.
  const shell = (...lines: string[]) => run('sh', ['-ec', lines.join('\n')], options);
  const write = async (changes: Readonly<Record<string, string | null>>) => {
    for (const [path, content] of Object.entries(changes)) {
      const file = join(folder, path);
      if (content === null) await rm(file);
      else {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content);
      }
    }
  };
  await write(files);
  // Nothing of the system's is copied into it.
  await shell(`git init --quiet --initial-branch=main --object-format=${format} --template=`, ...COMMIT);
  return {
    folder,
    git,
    commit: async (changes) => {
      await write(changes);
      await shell(...COMMIT);
    },
  };
}
