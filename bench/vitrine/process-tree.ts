import { readFile } from 'node:fs/promises';

const KIBIBYTES_PER_MEBIBYTE = 1_024;

const readOrEmpty = (path: string) => readFile(path, 'utf8').catch(() => '');

/**
 * The processes under this one, itself not among them: those that first threads started, as Node.js does it. To read all of `/proc`
 * once a second shows in what the server has left (Linux only).
 */
async function descendants(pid: number): Promise<number[]> {
  const children = (await readOrEmpty(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendants))).flat()];
}

/** Ids of the render processes that live now. */
export async function renderProcesses(serverPid: number): Promise<number[]> {
  const pids = await descendants(serverPid);
  const commands = await Promise.all(pids.map((pid) => readOrEmpty(`/proc/${pid}/cmdline`)));
  return pids.filter((_, index) => commands[index]?.includes('render-process'));
}

/** Resident memory of the server and of every process under it, mebibytes; pages that two of them share count twice. */
export async function residentMemory(serverPid: number): Promise<number> {
  const pids = [serverPid, ...(await descendants(serverPid))];
  const statuses = await Promise.all(pids.map((pid) => readOrEmpty(`/proc/${pid}/status`)));
  const sizes = statuses.map((status) => Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0));
  return sizes.reduce((sum, size) => sum + size, 0) / KIBIBYTES_PER_MEBIBYTE;
}
