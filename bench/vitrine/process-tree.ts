import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const KIBIBYTES_PER_MEBIBYTE = 1_024;

const readOrEmpty = (path: string) => readFile(path, 'utf8').catch(() => '');

/**
 * The child processes of a process, and theirs. Finds only those that a main thread has started, as Node.js does; reading all of `/proc`
 * once a second would take measurable time from the server (Linux only).
 * @param without a child that is left out with all that it has started
 */
export async function descendants(pid: number, without?: number): Promise<number[]> {
  const line = await readOrEmpty(`/proc/${pid}/task/${pid}/children`);
  const children = line.split(' ').filter(Boolean).map(Number);
  const those = children.filter((child) => child !== without);
  return [...those, ...(await Promise.all(those.map((child) => descendants(child, without)))).flat()];
}

/** Process id of the PostgreSQL that has its data in this data folder: that of the parent of all its processes. */
export async function databaseProcess(dataDir: string): Promise<number> {
  const [line] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return Number(line);
}

/** Ids of the render processes that run now. */
export async function renderProcesses(serverPid: number): Promise<number[]> {
  const pids = await descendants(serverPid);
  const commands = await Promise.all(pids.map((pid) => readOrEmpty(`/proc/${pid}/cmdline`)));
  return pids.filter((_, index) => commands[index]?.includes('--permission'));
}

/**
 * Proportional memory (PSS) of the server and its child processes, mebibytes: their private memory and, of each page that several
 * processes of the machine share, their part. The processes of the bench share the program text of Node.js too (Linux only).
 * @throws Error when a running process may not be read
 */
export const proportionalMemory = async (serverPid: number): Promise<number> =>
  proportionalMemoryOf([serverPid, ...(await descendants(serverPid))]);

/** The same of these processes only. */
export async function proportionalMemoryOf(pids: readonly number[]): Promise<number> {
  const summaries = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(emptyIfEnded)),
  );
  const sizes = summaries.map((summary) => Number(/^Pss:\s*(\d+) kB$/m.exec(summary)?.[1] ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0) / KIBIBYTES_PER_MEBIBYTE;
}

/** A process may end between the listing and the reading. */
function emptyIfEnded(error: Error & { code?: string }): string {
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return '';
  throw error;
}

/** Resident memory of the server and its child processes, mebibytes; pages that two of them share count twice. */
export async function residentMemory(serverPid: number): Promise<number> {
  const pids = [serverPid, ...(await descendants(serverPid))];
  const statuses = await Promise.all(pids.map((pid) => readOrEmpty(`/proc/${pid}/status`)));
  const sizes = statuses.map((status) => Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0) / KIBIBYTES_PER_MEBIBYTE;
}
