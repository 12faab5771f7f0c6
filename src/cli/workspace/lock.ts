/** One command at a time in one folder; the lock of a process that was killed is taken over. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandRefusal, interrupted } from '../command-refusal.ts';
import { outside } from '../outside.ts';
import { codeOf, isAbsence, looked, makeFolder, writeAside } from './whole-file.ts';

const NAME = 'verrou';
/** Folder for files that are being written; the holder of the lock removes what others have left there. */
const ASIDE = 'tmp';
/** How long a command waits for the lock, and the period of its attempts, milliseconds. */
const WAIT_MS = 10_000;
const LOOK_MS = 50;

const Holder = z.object({ jeton: z.uuid(), pid: z.int().positive(), machine: z.string(), debut: z.string() });
type Holder = z.output<typeof Holder>;

/**
 * Runs work while holding the lock of this folder.
 *
 * A lock is a file that appears whole (`link`) and only where none is. That of a dead process is not removed, since another may
 * have put its own there meanwhile: its successor is made beside it, named by the dead one's token, and the last lock of such a chain is the valid one.
 * @param work is given an empty folder where files may wait until they are whole
 * @throws CommandRefusal when another command holds it for too long
 */
export async function whileLocked<T>(
  folder: string,
  signal: AbortSignal,
  work: (aside: string) => Promise<T>,
): Promise<T> {
  const aside = join(folder, ASIDE);
  const me: Holder = { jeton: randomUUID(), pid: process.pid, machine: hostname(), debut: await startOf(process.pid) };
  await makeFolder(aside);
  const chain: string[] = [];
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const holder = await tryToHold(folder, me, chain);
    if (holder === null) break;
    if (performance.now() > deadline) throw held(holder, join(folder, chain.at(-1) ?? NAME));
    await outside.sleep(LOOK_MS, undefined, { signal }).catch(() => {
      throw interrupted();
    });
  }
  try {
    for (const name of await outside.readdir(aside))
      await outside.rm(join(aside, name), { recursive: true, force: true });
    return await work(aside);
  } finally {
    // The first lock of the chain goes first: a new successor of it then sees that the chain is gone.
    for (const name of chain) await outside.rm(join(folder, name), { force: true });
  }
}

/** @param chain receives the names of the locks that are held @returns who holds it instead, null when it is ours */
async function tryToHold(folder: string, me: Holder, chain: string[]): Promise<Holder | null> {
  chain.length = 0;
  let root: Holder | null = null;
  for (let name = NAME; ; ) {
    chain.push(name);
    if (await appears(folder, name, me)) {
      if (root === null || (await read(folder, NAME))?.jeton === root.jeton) return null;
      // The chain ended while we were reading it.
      await outside.rm(join(folder, name), { force: true });
      return tryToHold(folder, me, chain);
    }
    const holder = await read(folder, name);
    if (holder === null) return tryToHold(folder, me, chain);
    if (await isAlive(holder)) return holder;
    root ??= holder;
    name = `${NAME}.${holder.jeton}`;
  }
}

/** Creates a lock if there is none. @returns whether it did */
async function appears(folder: string, name: string, me: Holder): Promise<boolean> {
  const place = join(folder, name);
  if (await looked(place)) return false;
  const whole = await writeAside(join(folder, ASIDE), JSON.stringify(me));
  try {
    await outside.link(whole, place);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // Another command has removed the lock and got its own.
    if (isAbsence(error)) return appears(folder, name, me);
    throw error;
  } finally {
    await outside.rm(whole, { force: true });
  }
}

async function read(folder: string, name: string): Promise<Holder | null> {
  try {
    return Holder.parse(JSON.parse(await outside.readFile(join(folder, name), 'utf8')));
  } catch (error) {
    if (isAbsence(error)) return null;
    throw new CommandRefusal(
      `Le verrou ${join(folder, name)} est illisible : si aucune commande ne tourne, supprimez-le.`,
      {
        code: 'verrou',
      },
    );
  }
}

async function isAlive({ pid, machine, debut }: Holder): Promise<boolean> {
  // A lock of another machine counts as held: its processes cannot be seen here.
  if (machine !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
  }
  return (await startOf(pid)) === debut;
}

/** When a process began, on Linux: it distinguishes processes that have had the same id. Empty where it is not known. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await outside.readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

const held = ({ pid, machine }: Holder, place: string) =>
  new CommandRefusal(
    `Une autre commande (processus ${pid} sur ${machine}) travaille dans ce dossier : attendez qu’elle ait fini. Si elle a été tuée sur une autre machine, supprimez ${place}.`,
    { code: 'verrou' },
  );
