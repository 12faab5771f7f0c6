import { readdir, readFile } from 'node:fs/promises';

/** What `/proc` tells of a process (Linux only). */
interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

const KIBIBYTES_PER_MEBIBYTE = 1_024;

const readOrEmpty = (path: string) => readFile(path, 'utf8').catch(() => '');

async function readEntry(pid: number): Promise<ProcessEntry> {
  const [stat, command] = await Promise.all([readOrEmpty(`/proc/${pid}/stat`), readOrEmpty(`/proc/${pid}/cmdline`)]);
  // The name may hold spaces and parentheses; what follows its last one does not.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, parent: Number(parent), command };
}

/** The processes under this one, itself not among them. */
async function descendants(pid: number): Promise<ProcessEntry[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const entries = await Promise.all(names.map((name) => readEntry(Number(name))));
  const below = (parent: number): ProcessEntry[] =>
    entries.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...below(entry.pid)]);
  return below(pid);
}

/** Ids of the render processes that live now. */
export async function renderProcesses(serverPid: number): Promise<number[]> {
  return (await descendants(serverPid)).flatMap(({ pid, command }) => (command.includes('render-process') ? pid : []));
}

/** Resident memory of the server and of every process under it, mebibytes; pages that two of them share count twice. */
export async function residentMemory(serverPid: number): Promise<number> {
  const pids = [serverPid, ...(await descendants(serverPid)).map(({ pid }) => pid)];
  const statuses = await Promise.all(pids.map((pid) => readOrEmpty(`/proc/${pid}/status`)));
  const sizes = statuses.map((status) => Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0) / KIBIBYTES_PER_MEBIBYTE;
}
