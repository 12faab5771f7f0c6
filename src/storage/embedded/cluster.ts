import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../startup-error.ts';
import type { ServerAccount } from './account.ts';

const INSTALLER = fileURLToPath(new URL('installer.ts', import.meta.url));
const SUPERUSER = 'vitrine';
const PASSWORD_BYTES = 24;
/** What a test of writing writes: an empty file can be made even on a full disk. */
const SOME_BYTES = Buffer.alloc(4_096);
const FULL = new Set(['ENOSPC', 'EDQUOT']);

/** The database of the program. */
export const DATABASE = 'vitrine';
/** The database that every cluster has. */
export const MAINTENANCE_DATABASE = 'postgres';

/** Where the files of one PostgreSQL cluster lie. */
export class Cluster {
  readonly dataDir: string;
  readonly directory: string;
  readonly logFile: string;
  readonly #passwordFile: string;

  /** @param dataDir absolute path of `DATA_DIR` */
  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.directory = join(dataDir, 'postgres');
    this.logFile = join(dataDir, 'postgres.log');
    this.#passwordFile = join(dataDir, 'postgres-password');
  }

  /** @throws StartupError when the folder cannot be made or written */
  async prepareFolder(): Promise<void> {
    try {
      await mkdir(this.dataDir, { recursive: true });
      const probe = join(this.dataDir, '.ecriture');
      await writeFile(probe, SOME_BYTES);
      await rm(probe);
    } catch (error) {
      const isFull = FULL.has((error as NodeJS.ErrnoException).code ?? '');
      throw new StartupError(
        isFull
          ? `Le disque de DATA_DIR (${this.dataDir}) est plein.`
          : `DATA_DIR (${this.dataDir}) n’est pas un dossier où ce programme peut écrire.`,
      );
    }
  }

  async exists(): Promise<boolean> {
    return (await readOrNull(join(this.directory, 'PG_VERSION'))) !== null;
  }

  /**
   * Makes the cluster in another folder and renames it, so that a half-made cluster never stands in its place.
   * @throws StartupError with what the installer said
   */
  async initialise(account: ServerAccount): Promise<void> {
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    const aside = `${this.directory}.new`;
    await rm(aside, { recursive: true, force: true });
    const { file, args } = account(process.execPath, [INSTALLER, aside, SUPERUSER]);
    const installer = spawn(file, args, {
      env: { ...process.env, PASSWORD: password },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    installer.stderr?.on('data', (chunk) => {
      complaint += chunk;
    });
    const [code] = await once(installer, 'close');
    if (code !== 0) throw new StartupError(`La base de données n’a pas pu être préparée : ${complaint.trim()}`);
    await writeFile(this.#passwordFile, password, { mode: 0o600 });
    await rename(aside, this.directory);
  }

  /** Address of a database of the cluster, with all rights. */
  async url(port: number, database: string): Promise<string> {
    const password = (await readFile(this.#passwordFile, 'utf8')).trim();
    return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  }

  /**
   * The server that runs on this cluster, according to its lock file; null when there is none. An old lock file whose process id belongs
   * to another program now is removed, which PostgreSQL itself does not do.
   */
  async runningServer(): Promise<{ readonly pid: number; readonly port: number } | null> {
    const lockFile = join(this.directory, 'postmaster.pid');
    const lines = (await readOrNull(lockFile))?.split('\n');
    const [pid, port] = [Number(lines?.[0]), Number(lines?.[3])];
    if (!(pid > 0 && port > 0 && isAlive(pid))) return null;
    const command = await readOrNull(`/proc/${pid}/cmdline`);
    if (command === null || command.includes(this.directory)) return { pid, port };
    await rm(lockFile, { force: true });
    return null;
  }
}

/** Whether a process has this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

const readOrNull = (file: string) => readFile(file, 'utf8').catch(() => null);
