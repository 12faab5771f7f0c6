/** A PostgreSQL server of Debian's that pgBackRest backs up, with the files that operators copy. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adaptedFile } from './adapted-file.ts';
import { startDebianServer } from './debian-server.ts';

const CONFIGURATION = new URL('../../deploy/pgbackrest/pgbackrest.conf', import.meta.url);
const SETTINGS = new URL('../../deploy/pgbackrest/archive.conf', import.meta.url);
const README = new URL('../../deploy/README.md', import.meta.url);

export interface BackedUpServer {
  /** Address of an empty database, with all rights. */
  readonly url: string;
  start(): Promise<void>;
  /** The server dies at once, and the disk with its data. */
  destroy(): Promise<void>;
  /** Runs the command of deploy/README.md that `sudo -u postgres` has there, and that contains this. */
  operate(words: string, variables?: Record<string, string>): Promise<void>;
  /** Runs what the unit does for a backup of this type. */
  backUp(type: 'full' | 'diff'): Promise<void>;
  stop(): Promise<void>;
}

/** @param folder takes its files */
export async function startBackedUpServer(folder: string): Promise<BackedUpServer> {
  const file = join(folder, 'pgbackrest.conf');
  const server = await startDebianServer(folder, {
    folders: ['repository', 'spool', 'log', 'lock', 'settings'],
    settings: ["include_dir '../settings'"],
    variables: async ({ port, data, run }) => {
      const configuration = await adaptedFile(CONFIGURATION, [
        [/^repo1-path=.*$/m, `repo1-path=${folder}/repository`],
        [/^spool-path=.*$/m, `spool-path=${folder}/spool`],
        [/^log-path=.*$/m, `log-path=${folder}/log`],
        [/^lock-path=.*$/m, `lock-path=${folder}/lock`],
        [/^pg1-path=.*$/m, `pg1-path=${data}`],
        [/^pg1-socket-path=.*$/m, `pg1-socket-path=${run}`],
        [/^pg1-port=.*$/m, `pg1-port=${port}`],
      ]);
      await writeFile(file, configuration);
      await writeFile(join(folder, 'settings/archive.conf'), await readFile(SETTINGS));
      return { PGBACKREST_CONFIG: file };
    },
  });
  await server.shell('createdb vitrine');
  const commands = [...(await readFile(README, 'utf8')).matchAll(/^sudo -u postgres (.*)$/gm)].map(
    ([, command = '']) => command,
  );
  const unit = await readFile(new URL('vitrine-backup@.service', CONFIGURATION), 'utf8');
  const [, backup = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  return {
    url: `postgres://${server.user}:${server.password}@127.0.0.1:${server.port}/vitrine`,
    start: server.start,
    destroy: server.destroy,
    operate: async (words, variables) => {
      const [command, ...more] = commands.filter((candidate) => candidate.includes(words));
      if (!command || more.length > 0)
        throw new Error(`deploy/README.md has ${more.length + 1} commands with ${words}`);
      await server.shell(command, variables);
    },
    backUp: async (type) => {
      await server.shell(backup.replace('%i', type));
    },
    stop: () => server.end('SIGINT'),
  };
}
